import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dammV2Shapes, dammV2State } from '../../test/meteoraDammV2Pools.ts'
import { amountA, amountB, curveOf, sqrtPriceOf } from './curve.ts'
import { isFeeOnInput, splitFees } from './quote.ts'

const one = 1n << 64n
/** Price 1, from a quarter to four, 1,000 of liquidity: 500 of each token. */
const even = dammV2State({
  state: { sqrt_price: one, sqrt_min_price: one / 2n, sqrt_max_price: one * 2n, liquidity: 1_000n << 64n },
})
const compounding = dammV2State({ state: { collect_fee_mode: 2, token_a_amount: 1_000n, token_b_amount: 4_000n } })

describe('a price range', () => {
  it("takes and pays the program's amounts, rounded against the trader", () => {
    // P' = 1,000 / 1,100 of the price; 1,000 · (1 − 10 / 11) = 90.9…
    expect(curveOf(even, 'aToB')?.fromInput(100n)).toMatchObject({ input: 100n, output: 90n })
    expect(curveOf(even, 'bToA')?.fromInput(100n)).toMatchObject({ input: 100n, output: 90n })
    expect(curveOf(even, 'aToB')?.fromOutput(90n)).toMatchObject({ input: 99n, output: 90n })
    expect(curveOf(even, 'bToA')?.fromOutput(90n)).toMatchObject({ input: 99n, output: 90n })
  })

  it('moves the price far enough for the output', () => {
    // 2^64 / 1,000 = 18,446,744,073,709,551.6…
    expect(curveOf(even, 'aToB')?.fromOutput(1n)?.nextSqrtPrice).toBe(one - 18_446_744_073_709_552n)
    expect(curveOf(even, 'bToA')?.fromInput(1n)?.nextSqrtPrice).toBe(one + 18_446_744_073_709_551n)
  })

  it('ends at its last price', () => {
    for (const way of ['aToB', 'bToA'] as const) {
      const curve = curveOf(even, way)
      expect(curve?.edge).toMatchObject({ input: 1_000n, output: 500n })
      expect(curve?.maxOut).toBe(500n)
      expect(curve?.fromInput(1_000n)).toBeDefined()
      expect(curve?.fromInput(1_001n)).toBeUndefined()
      expect(curve?.fromOutput(500n)).toBeDefined()
      expect(curve?.fromOutput(501n)).toBeUndefined()
      expect(curve?.fromOutput(1_000n)).toBeUndefined()
    }
  })

  it('trades in no direction without liquidity, or at a price outside its range', () => {
    expect(curveOf({ ...even, liquidity: 0n }, 'aToB')).toBeUndefined()
    expect(curveOf({ ...even, sqrt_price: one / 2n - 1n }, 'aToB')).toBeUndefined()
    expect(curveOf({ ...even, sqrt_price: one * 2n + 1n }, 'bToA')).toBeUndefined()
    expect(curveOf({ ...even, sqrt_price: one / 2n }, 'aToB')?.edge).toMatchObject({ input: 0n, output: 0n })
  })

  it('holds the amounts of its liquidity', () => {
    expect([amountA(one, one * 2n, 1_001n << 64n, 'floor'), amountA(one, one * 2n, 1_001n << 64n, 'ceil')]).toEqual([
      ...[500n, 501n],
    ])
    expect([amountB(one / 2n, one, 1_001n << 64n, 'floor'), amountB(one / 2n, one, 1_001n << 64n, 'ceil')]).toEqual([
      ...[500n, 501n],
    ])
  })
})

describe('constant product', () => {
  it('takes and pays by the reserves', () => {
    expect(curveOf(compounding, 'aToB')?.fromInput(250n)).toMatchObject({ input: 250n, output: 800n })
    expect(curveOf(compounding, 'bToA')?.fromInput(1_000n)).toMatchObject({ output: 200n })
    expect(curveOf(compounding, 'aToB')?.fromOutput(800n)).toMatchObject({ input: 250n })
    expect(curveOf(compounding, 'aToB')?.fromOutput(801n)).toMatchObject({ input: 251n })
    expect(curveOf(compounding, 'aToB')?.fromOutput(4_000n)).toBeUndefined()
    expect(curveOf(compounding, 'aToB')?.fromInput(2n ** 64n - 1_000n)).toBeUndefined()
    expect(curveOf(compounding, 'aToB')?.edge).toBeUndefined()
    expect(curveOf({ ...compounding, token_a_amount: 0n }, 'aToB')).toBeUndefined()
    expect(sqrtPriceOf(1_000n, 4_000n)).toBe(2n << 64n)
  })
})

describe('any curve', () => {
  it('asks no less for an output than the input that it needs', () => {
    fc.assert(
      fc.property(
        dammV2Shapes,
        fc.constantFrom('aToB' as const, 'bToA' as const),
        fc.bigInt(1n, 2n ** 60n),
        (shape, way, input) => {
          const curve = curveOf(dammV2State(shape), way)
          const passed = curve?.fromInput(input)
          if (curve === undefined || passed === undefined || passed.output === 0n) return
          expect(curve.fromOutput(passed.output)?.input).toBeLessThanOrEqual(input)
          expect(passed.output).toBeLessThanOrEqual(curve.maxOut)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the fee', () => {
  it('is on the output, or in token B', () => {
    const of = (mode: number) => [isFeeOnInput(mode, 'aToB'), isFeeOnInput(mode, 'bToA')]
    expect([of(0), of(1), of(2)]).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ])
  })

  it("rounds every share down except the providers' share", () => {
    const pool = { protocol_fee_percent: 20, compounding_fee_bps: 3_333, referral_fee_percent: 20 }
    expect(splitFees(pool, 999n, 'unreferred')).toEqual({
      claiming: 534n,
      compounding: 266n,
      protocol: 199n,
      referral: 0n,
    })
    expect(splitFees(pool, 999n, 'referred')).toEqual({
      claiming: 534n,
      compounding: 266n,
      protocol: 160n,
      referral: 39n,
    })
  })
})
