import { describe, expect, it } from 'vitest'
import { accumulatorAt, atStart, boundaryOf, spacingIndexOf, totalFeeRate } from './dynamicFee.ts'
import type { DynamicFeeInfo } from './layout.ts'
import { calmFrom, dynamicFeeOf } from './swapStart.ts'

const info: DynamicFeeInfo = {
  filter_period: 30,
  decay_period: 600,
  reduction_factor: 5_000,
  dynamic_fee_control: 40_000,
  max_volatility_accumulator: 350_000,
  tick_spacing_index_reference: 10,
  volatility_reference: 20_000,
  volatility_accumulator: 90_000,
  last_update_timestamp: 1_000n,
  padding: new Uint8Array(46),
}

describe('a dynamic fee', () => {
  it("is missing if the account's fields are zero", () => {
    const none = Object.fromEntries(
      Object.entries(info).map(([key, value]) => [key, typeof value === 'bigint' ? 0n : 0]),
    )
    expect(dynamicFeeOf({ ...none, padding: new Uint8Array(46) } as unknown as DynamicFeeInfo)).toBeUndefined()
    expect(dynamicFeeOf(info)).toBe(info)
  })

  it('starts from its last value, from half of it, or from zero, by the time passed', () => {
    expect(atStart(info, 7, 1_029n)).toMatchObject({ tick_spacing_index_reference: 10, volatility_reference: 20_000 })
    expect(atStart(info, 7, 1_030n)).toMatchObject({ tick_spacing_index_reference: 7, volatility_reference: 45_000 })
    expect(atStart(info, 7, 1_600n)).toMatchObject({ volatility_reference: 0, last_update_timestamp: 1_600n })
    expect(atStart(info, 7, 1n)).toMatchObject({ volatility_reference: 20_000, last_update_timestamp: 1_000n })
  })

  it('is calm once all volatility is forgotten', () => {
    expect(calmFrom(info)).toBe(1_600n)
    expect(calmFrom({ ...info, filter_period: 700 })).toBe(1_700n)
  })

  it('grows with the square of the distance from its reference, up to 10%', () => {
    expect(accumulatorAt(info, info, 10)).toBe(20_000)
    expect(accumulatorAt(info, info, 7)).toBe(50_000)
    expect(accumulatorAt(info, info, 900)).toBe(350_000)
    // 40,000 · (50,000 · 10)² / (100,000 · 10,000²) = 1,000 parts per million, added to the base rate.
    expect(totalFeeRate(info, 50_000, 10, 2_500n)).toBe(3_500n)
    expect(totalFeeRate(info, 50_001, 10, 2_500n)).toBe(3_501n)
    expect(totalFeeRate(info, 350_000, 60, 2_500n)).toBe(100_000n)
  })

  it('is constant up to the next multiple of the spacing', () => {
    expect([-61, -60, -1, 0, 59, 60].map(tick => spacingIndexOf(tick, 60))).toEqual([-2, -1, -1, 0, 0, 1])
    expect(boundaryOf(-2, 60, 'zeroForOne')).toBe(-120)
    expect(boundaryOf(-2, 60, 'oneForZero')).toBe(-60)
  })
})
