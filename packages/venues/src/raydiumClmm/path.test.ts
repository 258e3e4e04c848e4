import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClmmShape, clmmShapes, limitAt, makeClmmPool, stops } from '../../test/raydiumClmmPools.ts'
import { openAccounts } from './openPool.ts'
import { preparePath } from './path.ts'
import { startOf } from './pool.ts'
import { type SwapResult, swapThrough } from './swap.ts'
import type { SwapAmounts, SwapStart } from './swapStart.ts'

const amounts = fc
  .integer({ min: 1, max: 64 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const shapes = fc.oneof(clmmShapes({}), clmmShapes({ far: true }), clmmShapes({ orders: true }))
const directions = fc.constantFrom('zeroForOne' as const, 'oneForZero' as const)
const now = 1_800_000_000n

function begin(shape: ClmmShape, direction: 'zeroForOne' | 'oneForZero'): SwapStart {
  const { address, accounts } = makeClmmPool(shape)
  return startOf(openAccounts(address, accounts), direction)
}

const amountsOf = ({ amountIn, amountOut, fee, kept, ticksMet }: SwapAmounts): SwapAmounts => ({
  amountIn,
  amountOut,
  fee,
  kept,
  ticksMet,
})

describe('a prepared pool', () => {
  it("equals the program's loop to the unit", () => {
    let answered = 0
    fc.assert(
      fc.property(shapes, directions, fc.array(amounts, { minLength: 1, maxLength: 12 }), fc.boolean(), (...given) => {
        const [shape, direction, tried, isExactIn] = given
        const start = begin(shape, direction)
        const prepared = preparePath(start)
        for (const amount of tried) {
          const quick = prepared({ amount, isExactIn })
          if (quick === 'unprepared') continue
          const slow = swapThrough(start, { amount, isExactIn }, now)
          expect(quick).toEqual(typeof slow === 'string' ? slow : amountsOf(slow))
          if (typeof slow !== 'string') answered++
        }
      }),
      { numRuns: 1_500 },
    )
    expect(answered).toBeGreaterThan(1_000)
  })

  it("stops at a price limit with exactly the amounts of the program's loop", () => {
    const tried = fc.array(amounts, { minLength: 1, maxLength: 8 })
    const tally = { whole: 0, partial: 0, refused: 0 }
    fc.assert(
      fc.property(shapes, directions, stops, tried, fc.boolean(), (shape, direction, stop, tried, isExactIn) => {
        const start = begin(shape, direction)
        const limitX64 = limitAt(shape, direction, stop)
        const prepared = preparePath(start, limitX64)
        for (const amount of tried) {
          const quick = prepared({ amount, isExactIn })
          if (quick === 'unprepared') continue
          const slow = swapThrough(start, { amount, isExactIn, limitX64 }, now)
          expect(quick).toEqual(typeof slow === 'string' ? slow : amountsOf(slow))
          if (typeof slow === 'string') tally.refused++
          else tally[(isExactIn ? slow.amountIn : slow.amountOut) === amount ? 'whole' : 'partial']++
        }
      }),
      { numRuns: 1_500 },
    )
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(300)
  })

  it("equals the program's loop near the limits of doubles", () => {
    const deep = fc.record({
      feeRate: fc.bigInt(0n, 600_000n),
      protocolFeeRate: fc.bigInt(0n, 500_000n),
      fundFeeRate: fc.bigInt(0n, 500_000n),
      liquidity: fc.bigInt(2n ** 60n, 2n ** 90n),
    })
    const large = fc.integer({ min: 33, max: 62 }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), 1n << BigInt(bits)))
    const pool = makeClmmPool({ tickSpacing: 60, tick: 0, ranges: [{ lower: -60_000, upper: 60_000, liquidity: 1n }] })
    const open = openAccounts(pool.address, pool.accounts)
    fc.assert(
      fc.property(deep, directions, fc.array(large, { minLength: 20, maxLength: 20 }), fc.boolean(), (...given) => {
        const [terms, direction, tried, isExactIn] = given
        const start = { ...startOf(open, direction), ...terms }
        const prepared = preparePath(start)
        for (const amount of tried) {
          const slow = swapThrough(start, { amount, isExactIn }, now)
          expect(prepared({ amount, isExactIn })).toEqual(typeof slow === 'string' ? slow : amountsOf(slow))
        }
      }),
      { numRuns: 300 },
    )
  })

  it("equals the program's loop at every tick, and a unit above and below", () => {
    fc.assert(
      fc.property(shapes, directions, fc.boolean(), (shape, direction, isExactIn) => {
        const start = begin(shape, direction)
        const prepared = preparePath(start)
        for (let ticks = 1; ticks < 8; ticks++) {
          const tick = start.ticks(ticks - 1)
          if (typeof tick === 'string') break
          // The amount that just reaches the tick: the smallest amount for which the loop looks at the next tick.
          const border = borderAt(start, isExactIn, ticks)
          for (const amount of [border - 1n, border, border + 1n].filter(one => one > 0n)) {
            const quick = prepared({ amount, isExactIn })
            if (quick === 'unprepared') continue
            const slow = swapThrough(start, { amount, isExactIn }, now)
            expect(quick).toEqual(typeof slow === 'string' ? slow : amountsOf(slow))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it("equals the program's loop before a tick that a fee of nearly 100% places beyond 64 bits", () => {
    const ranges = [{ lower: -600, upper: 600, liquidity: 10n ** 16n }]
    const shape = { tickSpacing: 60, tick: 30, ranges, config: { trade_fee_rate: 999_999 } }
    for (const direction of ['zeroForOne', 'oneForZero'] as const)
      for (const isExactIn of [true, false]) {
        const start = begin(shape, direction)
        const request = { amount: 10n ** 9n, isExactIn }
        const slow = swapThrough(start, request, now)
        expect(preparePath(start)(request)).toEqual(amountsOf(slow as SwapResult))
        const all = { amount: 2n ** 64n - 1n, isExactIn }
        expect(preparePath(start)(all)).toEqual(
          isExactIn ? amountsOf(swapThrough(start, all, now) as SwapResult) : 'exhausted',
        )
      }
  })

  it('leaves to the loop the swaps that sums cannot answer', () => {
    const plain: ClmmShape = { tickSpacing: 60, tick: 30, ranges: [{ lower: -600, upper: 600, liquidity: 10n ** 12n }] }
    const request = { amount: 10n ** 9n, isExactIn: true }
    const ask = (shape: ClmmShape) => preparePath(begin(shape, 'zeroForOne'))(request)
    expect(ask(plain)).toMatchObject({ amountIn: 10n ** 9n })
    expect(ask({ ...plain, state: { fee_on: 2 } })).toBe('unprepared')
    expect(ask({ ...plain, state: { fee_on: 1 } })).toMatchObject({ amountIn: 10n ** 9n })
    expect(ask({ ...plain, dynamicFee: { filter_period: 1 } })).toBe('unprepared')
    const orders = [{ tick: 0, fresh: 1_000n, begun: 0n }]
    expect(ask({ ...plain, orders })).toMatchObject({ amountIn: 10n ** 9n })
    expect(preparePath(begin({ ...plain, orders }, 'zeroForOne'))({ ...request, amount: 10n ** 10n })).toBe(
      'unprepared',
    )
  })
})

/** Finds by halving the smallest amount for which the loop passes that many ticks. */
function borderAt(start: SwapStart, isExactIn: boolean, ticks: number): bigint {
  let low = 0n
  let high = 2n ** 64n - 1n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    const result = swapThrough(start, { amount: middle, isExactIn }, now)
    if (typeof result === 'string' || result.ticksMet > ticks) high = middle
    else low = middle
  }
  return high
}
