import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import type { Pool } from '@tern/venues'
import { describe, expect, it } from 'vitest'
import { relabelled } from '../../../../../packages/venues/test/poolGraphs.ts'
import { clmmClock, makeClmmPool } from '../../../../../packages/venues/test/raydiumClmmPools.ts'
import { cpmmClock, makeCpmmPool } from '../../../../../packages/venues/test/raydiumCpmmPools.ts'
import { countedSide, countedTvl, poolFacts } from './poolFacts.ts'

const [kite, moss] = ['KITE', 'MOSS'] as Address[] as [Address, Address]
const address = 'POOL' as Address
const sol = 10n ** 9n

type Shape = Parameters<typeof makeCpmmPool>[0]
const cpmm = (shape: Shape, tokens: readonly [Address, Address] = [wrappedNativeMint, kite]): Pool =>
  relabelled(makeCpmmPool(shape), address, tokens)
const factsOf = (pool: Pool) => poolFacts(pool, cpmmClock) ?? expect.fail('no pool')

describe('the counted side', () => {
  it('is SOL, otherwise a dollar token, otherwise the first token', () => {
    expect(countedSide([kite, wrappedNativeMint])).toBe(1)
    expect(countedSide([wrappedNativeMint, usdcMint])).toBe(0)
    expect(countedSide([kite, usdcMint])).toBe(1)
    expect(countedSide([usdcMint, kite])).toBe(0)
    expect(countedSide([kite, moss])).toBe(0)
  })
})

describe('the facts of a pool', () => {
  it('are its reserves, its price in the pool’s order, its fee and the part of it that providers earn', () => {
    const facts = factsOf(cpmm({ reserves: [40n * sol, 400_000n] }))
    expect(facts).toMatchObject({ address, protocol: 'raydium_cpmm', type: 'standard', state: 'open' })
    expect(facts).toMatchObject({ reserves: [40n * sol, 400_000n], opensAtSeconds: undefined })
    expect(facts.price).toEqual({ numerator: 400_000n, denominator: 40n * sol })
    // 0.25%, of which 12% go to the protocol and 4% to the fund.
    expect(facts.fees).toEqual({ allPpm: 2_500, providersPpm: 2_100 })
    expect(countedTvl(facts)).toBe(80n * sol)
    const other = factsOf(cpmm({ reserves: [400_000n, 40n * sol] }, [kite, wrappedNativeMint]))
    expect(other.price).toEqual({ numerator: 40n * sol, denominator: 400_000n })
    expect(countedTvl(other)).toBe(80n * sol)
  })

  it('include the creator’s fee in the whole fee only', () => {
    const creator = { enable_creator_fee: true, creator_fee_on: 0 }
    const facts = factsOf(cpmm({ reserves: [40n * sol, 10n ** 15n], state: creator }))
    expect(facts.fees).toEqual({ allPpm: 3_000, providersPpm: 2_100 })
  })

  it('name the reason if a pool does not trade, and keep the liquidity of a standard pool', () => {
    const paused = factsOf(cpmm({ reserves: [40n * sol, 400_000n], state: { status: 4 } }))
    expect(paused).toMatchObject({ state: 'paused', price: undefined, fees: undefined })
    expect(countedTvl(paused)).toBe(80n * sol)
    const empty = factsOf(cpmm({ reserves: [0n, 400_000n] }))
    expect([empty.state, countedTvl(empty)]).toEqual(['empty', 0n])
  })

  it('have the opening time and the fee of a pool that opens later', () => {
    const opens = cpmmClock.unixTimestamp + 3_600n
    const made = makeCpmmPool({ reserves: [40n * sol, 400_000n], state: { open_time: opens } })
    expect(poolFacts(made.venue.open(made.address, made.accounts), cpmmClock)).toMatchObject({
      ...{ state: 'notOpen', opensAtSeconds: Number(opens), fees: { allPpm: 2_500, providersPpm: 2_100 } },
    })
  })

  it('value both sides of a concentrated pool at its price', () => {
    const {
      venue,
      address: at,
      accounts,
    } = makeClmmPool({ tickSpacing: 60, tick: 600, ranges: [{ lower: -1_200, upper: 1_200, liquidity: 10n ** 12n }] })
    const facts = poolFacts(venue.open(at, accounts), clmmClock) ?? expect.fail('no pool')
    const [first, second] = facts.reserves
    const { numerator = 0n, denominator = 1n } = facts.price ?? {}
    expect(facts.type).toBe('concentrated')
    expect(first > 0n && second > 0n).toBe(true)
    expect(countedTvl(facts)).toBe(first + (second * denominator) / numerator)
    expect(countedTvl({ ...facts, price: undefined })).toBeUndefined()
  })
})
