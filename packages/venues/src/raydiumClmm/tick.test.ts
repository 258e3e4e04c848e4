import { isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayOf, maxSqrtPriceX64, maxTick, minSqrtPriceX64, minTick, sqrtPriceAtTick } from './tick.ts'
import { tickAtSqrtPrice } from './tickAtSqrtPrice.ts'

const ticks = fc.integer({ min: minTick, max: maxTick })

describe('ticks and prices', () => {
  it("have the program's range, and price 1 in the middle", () => {
    expect(sqrtPriceAtTick(minTick)).toBe(minSqrtPriceX64)
    expect(sqrtPriceAtTick(maxTick)).toBe(maxSqrtPriceX64)
    expect(sqrtPriceAtTick(0)).toBe(2n ** 64n)
    expect(tickAtSqrtPrice(minSqrtPriceX64)).toBe(minTick)
    expect(tickAtSqrtPrice(maxSqrtPriceX64 - 1n)).toBe(maxTick - 1)
  })

  it('are √1.0001 apart', () => {
    fc.assert(
      fc.property(ticks, tick => {
        const ratio = Number(sqrtPriceAtTick(tick)) / 2 ** 64
        expect(ratio / 1.0001 ** (tick / 2)).toBeCloseTo(1, 8)
      }),
    )
  })

  it("match each other: a tick covers prices up to the next tick's", () => {
    fc.assert(
      fc.property(fc.integer({ min: minTick, max: maxTick - 1 }), fc.nat(1_000), (tick, part) => {
        const [low, high] = [sqrtPriceAtTick(tick), sqrtPriceAtTick(tick + 1)]
        expect(tickAtSqrtPrice(low)).toBe(tick)
        expect(tickAtSqrtPrice(high - 1n)).toBe(tick)
        expect(tickAtSqrtPrice(low + ((high - 1n - low) * BigInt(part)) / 1_000n)).toBe(tick)
      }),
      { numRuns: 2_000 },
    )
  })

  it("are refused outside of the program's range, and between ticks", () => {
    const refusal = (read: () => unknown) => {
      try {
        return read()
      } catch (error) {
        return isTernError(error) ? error.message : error
      }
    }
    for (const tick of [minTick - 1, maxTick + 1])
      expect(refusal(() => sqrtPriceAtTick(tick))).toBe('tick must be in MIN_TICK and MAX_TICK')
    for (const tick of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(refusal(() => sqrtPriceAtTick(tick))).toBe('tick must be integer')
    for (const price of [0n, minSqrtPriceX64 - 1n, maxSqrtPriceX64, 2n ** 128n])
      expect(refusal(() => tickAtSqrtPrice(price))).toBe(
        'Provided sqrtPrice is not within the supported sqrtPrice range.',
      )
  })

  it('count arrays from tick 0, also downwards', () => {
    expect([-601, -600, -1, 0, 599, 600].map(tick => arrayOf(tick, 10))).toEqual([-2, -1, -1, 0, 0, 1])
  })
})
