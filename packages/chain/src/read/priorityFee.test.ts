import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autoPriorityFee, cappedFee, unitPriceAt } from './priorityFee.ts'

const fee = { unitLimit: 200_000, minLamports: 50_000n, maxLamports: 5_000_000n }

describe('an automatic priority fee', () => {
  it('uses the price that sufficed in three of four blocks', () => {
    expect(unitPriceAt([1_000_000n, 9_000_000n, 2_000_000n, 3_000_000n])).toBe(3_000_000n)
    expect(unitPriceAt([1_000_000n, 9_000_000n, 2_000_000n, 3_000_000n], 50)).toBe(2_000_000n)
    expect([unitPriceAt([]), unitPriceAt([0n, 0n]), unitPriceAt([7n])]).toEqual([0n, 0n, 7n])
  })

  it('covers the units of one trade, rounded up to a lamport', () => {
    expect(autoPriorityFee(3_000_000n, fee)).toBe(600_000n)
    expect(autoPriorityFee(1_000_000n, { ...fee, unitLimit: 300_000 })).toBe(300_000n)
    expect(autoPriorityFee(500_001n, fee)).toBe(100_001n)
  })

  it('stays between its bounds, for any fees of others', () => {
    expect(autoPriorityFee(0n, fee)).toBe(50_000n)
    expect(autoPriorityFee(0n, { unitLimit: 1, maxLamports: 5n })).toBe(0n)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), price => {
        const found = autoPriorityFee(price, fee)
        expect(found >= 50_000n && found <= 5_000_000n).toBe(true)
      }),
    )
  })

  it('is capped if it was chosen by hand', () => {
    expect([cappedFee(7n, 5n), cappedFee(3n, 5n)]).toEqual([5n, 3n])
  })
})
