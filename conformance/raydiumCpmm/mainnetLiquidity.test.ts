import { type Address, decodeBase64 } from '@tern/core'
import { readLiquidityChange } from '@tern/venues/raydiumCpmm/internal'
import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import { describe, expect, it } from 'vitest'
import { cpmmClock, makeCpmmPool } from '../../packages/venues/test/raydiumCpmmPools.ts'
import { provesLiquidity } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'

/** Changes of a pool's liquidity that were simulated on mainnet. Pairs are in the pool's order. */
interface Recorded {
  readonly pool: Address
  /** The mints' transfer fees. Their maximums are far above these amounts. */
  readonly transferFeeBps: readonly [number, number]
  readonly changes: readonly {
    readonly kind: 'deposit' | 'withdrawal'
    /** The LP tokens of the inner `mintTo` or `burn`. */
    readonly lpAmount: string
    /** The amounts of the inner transfers, before transfer fees. */
    readonly transferred: readonly [string, string]
    /** The program's event, in base64. */
    readonly event: string
    readonly units: readonly number[]
  }[]
}

const recorded = readFixture<Recorded>('raydiumCpmm/liquidity.json')
const evidence = provesLiquidity('raydium_cpmm')

/** The change that the event reports, and the venue's own pool before it. */
function opened({ event }: Recorded['changes'][number]) {
  const change = readLiquidityChange(decodeBase64(event)) ?? expect.fail('no event')
  const fees = (side: 0 | 1) => ({
    ...{ bps: recorded.transferFeeBps[side], newerBps: recorded.transferFeeBps[side], maximum: 2n ** 64n - 1n },
  })
  const { address, accounts } = makeCpmmPool({
    reserves: change.reservesBefore,
    state: { lp_supply: change.lpSupplyBefore },
    transferFees: [fees(0), fees(1)],
  })
  return { change, pool: raydiumCpmmLiquidity.open(address, accounts) }
}

describe('liquidity simulated on mainnet', () => {
  const [deposit, withdrawal] = recorded.changes
  if (deposit === undefined || withdrawal === undefined) throw new RangeError('two changes are recorded')

  it('took the quoted deposit, to the unit', evidence('a deposit simulated on mainnet'), () => {
    const { change, pool } = opened(deposit)
    const lpAmount = BigInt(deposit.lpAmount)
    const quote = pool.quoteDeposit({ lpAmount, slippageBps: 0 }, cpmmClock)
    expect(change).toMatchObject({ kind: 'deposit', pool: recorded.pool })
    expect(quote.amounts.map(({ sent }) => sent)).toEqual(deposit.transferred.map(BigInt))
    expect(quote.amounts.map(({ sent }) => sent)).toEqual(change.amounts)
    expect(quote.amounts.map(({ transferFee }) => transferFee)).toEqual(change.transferFees)
    const [token0] = pool.tokens
    const given = pool.quoteDeposit({ mint: token0.mint, amount: quote.amounts[0].sent, slippageBps: 0 }, cpmmClock)
    expect(given).toMatchObject({ lpAmount, amounts: quote.amounts })
    for (const units of deposit.units) expect(units).toBeLessThanOrEqual(quote.computeUnits)
  })

  it('paid the quoted withdrawal, to the unit', evidence('a withdrawal simulated on mainnet'), () => {
    const { change, pool } = opened(withdrawal)
    const quote = pool.quoteWithdrawal({ lpAmount: BigInt(withdrawal.lpAmount), slippageBps: 0 }, cpmmClock)
    expect(change).toMatchObject({ kind: 'withdrawal', pool: recorded.pool })
    expect(quote.amounts.map(one => one.received + one.transferFee)).toEqual(withdrawal.transferred.map(BigInt))
    expect(quote.amounts.map(({ received }) => received)).toEqual(change.amounts)
    expect(quote.amounts.map(({ transferFee }) => transferFee)).toEqual(change.transferFees)
    for (const units of withdrawal.units) expect(units).toBeLessThanOrEqual(quote.computeUnits)
  })

  it('follow each other: the reserves and LP tokens after the deposit are those before the withdrawal', () => {
    const [first, second] = [opened(deposit), opened(withdrawal)]
    const quote = first.pool.quoteDeposit({ lpAmount: BigInt(deposit.lpAmount), slippageBps: 0 }, cpmmClock)
    expect(second.pool.lpSupply).toBe(first.pool.lpSupply + quote.lpAmount)
    expect(second.pool.reserves).toEqual(
      first.pool.reserves.map(
        (before, i) => before + (first.change.amounts[i] ?? 0n) - (first.change.transferFees[i] ?? 0n),
      ),
    )
  })

  it('differ from quotes for two LP units more', () => {
    for (const [recordedChange, isDeposit] of [
      [deposit, true],
      [withdrawal, false],
    ] as const) {
      const { change, pool } = opened(recordedChange)
      const request = { lpAmount: BigInt(recordedChange.lpAmount) + 2n, slippageBps: 0 }
      const amounts = isDeposit
        ? pool.quoteDeposit(request, cpmmClock).amounts.map(({ sent }) => sent)
        : pool.quoteWithdrawal(request, cpmmClock).amounts.map(({ received }) => received)
      expect(amounts).not.toEqual(change.amounts)
    }
  })
})
