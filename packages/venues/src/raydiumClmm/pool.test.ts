import { type Address, isTernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { type ClmmShape, clmmAddresses, clmmClock, clmmPools, makeClmmPool } from '../../test/raydiumClmmPools.ts'
import { venueContract } from '../../test/venueContract.ts'
import { stageOf } from '../stage.ts'
import { raydiumClmm, tickArrayAddress } from './index.ts'

venueContract('raydium_clmm', clmmPools)

const { pool: address, mints } = clmmAddresses
const plain: ClmmShape = { tickSpacing: 60, tick: 0, ranges: [{ lower: -600, upper: 600, liquidity: 10n ** 12n }] }
const open = (shape: ClmmShape) => raydiumClmm.open(address, makeClmmPool(shape).accounts)
/** The code of what is thrown; `expect(…).toThrow` compares messages. */
const codeOf = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return isTernError(error) ? error.code : error
  }
}

describe('quote', () => {
  it('names each fee once and prices by the root of the price', () => {
    // At price 1 the input less 0.25 % is 997,500; 997,499 come out of 10^12 of liquidity.
    expect(open(plain).quote({ tokenIn: mints[0], exactIn: 1_000_000n }, clmmClock)).toEqual({
      request: { tokenIn: mints[0], exactIn: 1_000_000n },
      tokenIn: mints[0],
      tokenOut: mints[1],
      amountIn: 1_000_000n,
      amountOut: 997_499n,
      filled: 'whole',
      fees: [
        { kind: 'trade', mint: mints[0], amount: 2_100n },
        { kind: 'protocol', mint: mints[0], amount: 400n },
      ],
      currentPrice: { numerator: 2n ** 128n, denominator: 2n ** 128n },
      executionPrice: { numerator: 997_499n, denominator: 1_000_000n },
      priceImpact: { numerator: 2n ** 128n, denominator: 997_500n * 2n ** 128n },
      computeUnits: 130_000,
    })
  })

  it('needs more compute units for each tick that it crosses, for each array, and for steps that its fee takes', () => {
    const nested = (every: number): ClmmShape => ({
      ...{ tickSpacing: 60, tick: 3 },
      ranges: [1, 2, 3].map(i => ({ lower: -i * every, upper: i * every, liquidity: 10n ** 12n })),
    })
    const unitsOf = (shape: ClmmShape, exactIn: bigint) =>
      open(shape).quote({ tokenIn: mints[0], exactIn }, clmmClock).computeUnits
    const [none, two] = [unitsOf(nested(60), 1_000n), unitsOf(nested(60), 17_000_000_000n)]
    expect([none, two - none]).toEqual([130_000, 2 * (18_000 + 7_000)])
    const control = {
      dynamic_fee_control: 1_000,
      max_volatility_accumulator: 400_000,
      filter_period: 30,
      decay_period: 600,
    }
    const dynamic = { ...nested(600), dynamicFee: { ...control, reduction_factor: 5_000, last_update_timestamp: 1n } }
    // 50 ticks or so down: past the boundary of one spacing, without a tick that holds anything.
    expect(unitsOf(dynamic, 9_000_000_000n) - none).toBe(7_000)
  })

  it('names the fee on the token that it is of', () => {
    const feeMint = (fee_on: number, tokenIn: Address) =>
      open({ ...plain, state: { fee_on } }).quote({ tokenIn, exactIn: 1_000_000n }, clmmClock).fees[0]?.mint
    expect([0, 1, 2].map(feeOn => feeMint(feeOn, mints[0]))).toEqual([mints[0], mints[0], mints[1]])
    expect([0, 1, 2].map(feeOn => feeMint(feeOn, mints[1]))).toEqual([mints[1], mints[0], mints[1]])
  })

  it('refuses what the program would: paused, not open, no liquidity', () => {
    const ask = (shape: ClmmShape, exactIn = 1_000n) =>
      codeOf(() => open(shape).quote({ tokenIn: mints[0], exactIn }, clmmClock))
    expect(ask({ ...plain, state: { status: 16 } })).toBe('quote/paused')
    expect(ask({ ...plain, state: { open_time: clmmClock.unixTimestamp } })).toBe('quote/notOpen')
    expect(ask({ ...plain, state: { open_time: clmmClock.unixTimestamp - 1n } })).toMatchObject({ filled: 'whole' })
    const stageAt = (open_time: bigint) => stageOf(open({ ...plain, state: { open_time } }), clmmClock)
    expect([0n, 1n].map(ago => stageAt(clmmClock.unixTimestamp - ago))).toEqual(['notOpen', 'trading'])
    expect(ask(plain, 2n ** 63n)).toBe('quote/noLiquidity')
  })

  it('goes as far as tick arrays are read, and says that it is no further', () => {
    const ranges = Array.from({ length: 12 }, (_, i) => ({
      lower: -60 * 60 * (i + 1),
      upper: 600,
      liquidity: 10n ** 9n,
    }))
    const pool = open({ ...plain, ranges })
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactIn: 10n ** 9n }, clmmClock))).toMatchObject({
      filled: 'whole',
    })
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactIn: 10n ** 14n }, clmmClock))).toBe(
      'quote/notEnoughTickArrays',
    )
  })
})

describe('swap', () => {
  const parties = { owner: mints[0], payer: mints[0], tokenAccountIn: mints[0], tokenAccountOut: mints[1] }
  const arraysIn = async (shape: ClmmShape, exactIn: bigint) => {
    const pool = open(shape)
    const [instruction] = await pool.swap(pool.quote({ tokenIn: mints[0], exactIn }, clmmClock), 0n, parties)
    const starts = new Map(
      Array.from({ length: 41 }, (_, i) => [tickArrayAddress(address, (i - 20) * 60 * shape.tickSpacing), i - 20]),
    )
    return instruction?.accounts?.slice(13).map(meta => starts.get(meta.address) ?? 'extension')
  }

  it('names the arrays that it comes to, one more and the one behind', async () => {
    const ranges = [1, 2, 3, 4].map(i => ({ lower: -3_600 * i, upper: 3_600 * i, liquidity: 10n ** 12n }))
    expect(await arraysIn({ ...plain, ranges }, 1_000n)).toEqual([1, -1, -2])
    expect(await arraysIn({ ...plain, ranges }, 10n ** 12n)).toEqual([1, -1, -2, -3])
  })

  it('brings the bitmap’s extension only where ticks may lie beyond the pool’s own', async () => {
    const fine = { ...plain, tickSpacing: 1, ranges: [{ lower: -30, upper: 70, liquidity: 10n ** 12n }] }
    expect(await arraysIn(fine, 1_000n)).toEqual(['extension', 1, -1])
  })

  it('refuses a pool whose accounts are not the program’s', async () => {
    const { accounts } = makeClmmPool(plain)
    const vault = accounts.get(clmmAddresses.vaults[0]) ?? null
    const state = { token_vault_0: clmmAddresses.observation }
    const shape = makeClmmPool({ ...plain, state })
    const pool = raydiumClmm.open(address, new Map([...shape.accounts, [clmmAddresses.observation, vault]]))
    const quote = pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, clmmClock)
    await expect(pool.swap(quote, 0n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
  })
})
