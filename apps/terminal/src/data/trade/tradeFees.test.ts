import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autoPriorityFee } from './tradeFees.ts'

describe('an automatic priority fee', () => {
  it('is what three of four paid, for the units of one trade', () => {
    expect(autoPriorityFee([1_000_000n, 9_000_000n, 2_000_000n, 3_000_000n])).toBe(600_000n)
  })

  it('is rounded up to a lamport', () => {
    expect(autoPriorityFee([500_001n])).toBe(100_001n)
  })

  it('stays between 0.00005 and 0.005 SOL, whatever others pay', () => {
    expect(autoPriorityFee([])).toBe(50_000n)
    expect(autoPriorityFee([0n, 0n])).toBe(50_000n)
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n })), paid => {
        const fee = autoPriorityFee(paid)
        expect(fee >= 50_000n && fee <= 5_000_000n).toBe(true)
      }),
    )
  })
})
