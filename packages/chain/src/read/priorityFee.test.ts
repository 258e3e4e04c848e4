import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autoPriorityFee, cappedFee } from './priorityFee.ts'

const fee = { unitLimit: 200_000, least: 50_000n, most: 5_000_000n }

describe('an automatic priority fee', () => {
  it('is what three of four paid, for the units of one trade', () => {
    expect(autoPriorityFee([1_000_000n, 9_000_000n, 2_000_000n, 3_000_000n], fee)).toBe(600_000n)
    expect(autoPriorityFee([1_000_000n, 9_000_000n, 2_000_000n, 3_000_000n], { ...fee, percentile: 50 })).toBe(400_000n)
    expect(autoPriorityFee([1_000_000n], { ...fee, unitLimit: 300_000 })).toBe(300_000n)
  })

  it('is rounded up to a lamport', () => {
    expect(autoPriorityFee([500_001n], fee)).toBe(100_001n)
  })

  it('stays between the least and the most, whatever others pay', () => {
    expect(autoPriorityFee([], fee)).toBe(50_000n)
    expect(autoPriorityFee([0n, 0n], fee)).toBe(50_000n)
    expect(autoPriorityFee([], { unitLimit: 1, most: 5n })).toBe(0n)
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n })), paid => {
        const found = autoPriorityFee(paid, fee)
        expect(found >= 50_000n && found <= 5_000_000n).toBe(true)
      }),
    )
  })

  it('chosen by hand has a cap too', () => {
    expect([cappedFee(7n, 5n), cappedFee(3n, 5n)]).toEqual([5n, 3n])
  })
})
