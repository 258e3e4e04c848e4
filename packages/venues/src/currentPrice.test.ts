import type { Clock } from '@tern/core'
import { expect, it } from 'vitest'
import { boopClock, makeBoopCurve } from '../test/boopPools.ts'
import { dbcClock, makeDbcPool, withTail } from '../test/meteoraDbcPools.ts'
import { freshMoonitCurve, makeMoonitCurve, moonitClock } from '../test/moonitPools.ts'
import { makePumpCurve, type PumpShape, pumpClock } from '../test/pumpfunPools.ts'
import { launchlabClock, makeLaunchlabPool } from '../test/raydiumLaunchlabPools.ts'
import { boop } from './boop/index.ts'
import { meteoraDbc } from './meteoraDbc/index.ts'
import { moonit } from './moonit/index.ts'
import { pumpfun } from './pumpfun/index.ts'
import { raydiumLaunchlab } from './raydiumLaunchlab/index.ts'
import type { Pool } from './venue.ts'

interface Ends {
  readonly clock: Clock
  /** The reserves of `complete`, on a curve that still trades. */
  readonly trading: Pool
  readonly complete: Pool
}

function pumpEnds(): Ends {
  const open = (state: NonNullable<PumpShape['state']>) => {
    const { address, accounts, mint } = makePumpCurve({ state })
    return pumpfun.open(address, accounts, mint)
  }
  const sold = { virtual_token_reserves: 279_900_000_000_000n, virtual_quote_reserves: 115_005_359_057n }
  const reserves = { ...sold, real_token_reserves: 0n, real_quote_reserves: 85_005_359_057n }
  return {
    clock: pumpClock,
    trading: open(reserves),
    complete: open({ ...reserves, complete: true }),
  }
}

function launchlabEnds(): Ends {
  const open = (status: number) => {
    const state = { status, real_base: 793_000_000_000_000n, real_quote: 84_941_000_000n }
    const { address, accounts } = makeLaunchlabPool({ state })
    return raydiumLaunchlab.open(address, accounts)
  }
  return { clock: launchlabClock, trading: open(0), complete: open(1) }
}

async function dbcEnds(): Promise<Ends> {
  const raised = 60_000_000_000n
  const open = async (threshold: bigint) => {
    const prices = { sqrt_start_price: 1n << 57n, migration_sqrt_price: 3n << 57n }
    const thresholds = { migration_quote_threshold: threshold, migration_base_threshold: 0n }
    const curve = withTail([{ sqrt_price: 3n << 57n, liquidity: raised << 70n }])
    const { address, accounts } = await makeDbcPool({
      config: { ...prices, ...thresholds, curve },
      state: { sqrt_price: 3n << 57n, quote_reserve: raised },
    })
    return meteoraDbc.open(address, accounts)
  }
  return { clock: dbcClock, trading: await open(raised + 1n), complete: await open(raised) }
}

function boopEnds(): Ends {
  const open = (graduation_target: bigint) => {
    const state = { sol_reserves: 85_000_000_000n, token_reserves: 260_869_565_217_391_304n, graduation_target }
    const { address, accounts } = makeBoopCurve({ state })
    return boop.open(address, accounts)
  }
  return { clock: boopClock, trading: open(85_000_000_001n), complete: open(85_000_000_000n) }
}

function moonitEnds(): Ends {
  const open = (marketcap_threshold: bigint) => {
    const curve_amount = freshMoonitCurve.total_supply - 800_000_000_000_000_000n
    const { address, accounts } = makeMoonitCurve({ state: { curve_amount, marketcap_threshold } })
    const account = accounts.get(address)
    if (!account) return expect.fail('no curve')
    // More than its rent: the curve has not migrated.
    return moonit.open(address, new Map([...accounts, [address, { ...account, lamports: 100_000_000_000n }]]))
  }
  const threshold = freshMoonitCurve.marketcap_threshold
  return { clock: moonitClock, trading: open(2n * threshold), complete: open(threshold) }
}

it.each([
  ['pumpfun', pumpEnds],
  ['raydium_launchlab', launchlabEnds],
  ['meteora_dbc', dbcEnds],
  ['boop', boopEnds],
  ['moonit', moonitEnds],
] as const)('a curve reports its price after the last trade, also once it is complete: %s', async (_, make) => {
  const { clock, trading, complete } = await make()
  expect([trading, complete].map(({ curve }) => curve?.stage)).toEqual(['trading', 'complete'])
  const sale = { tokenIn: trading.tokens[0].mint, exactIn: 1_000_000_000n }
  const { currentPrice } = trading.quote(sale, clock)
  expect([trading, complete].map(pool => pool.currentPrice)).toEqual([currentPrice, currentPrice])
})
