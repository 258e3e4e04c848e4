import { associatedTokenProgram, systemProgram, tokenProgram } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargedPriorityFee, computeUnitPrice, defaultComputeUnitLimit, unitLimitFor } from './computeBudget.ts'

const fees = fc.bigInt({ min: 0n, max: 10n ** 12n })

describe('compute budget', () => {
  it('computes the price as the specification does: 1e6 × fee / limit', () => {
    expect(computeUnitPrice({ unitLimit: defaultComputeUnitLimit, priorityFeeLamports: 100_000n })).toBe(500_000n)
    expect(computeUnitPrice({ unitLimit: 300_000, priorityFeeLamports: 7n })).toBe(23n)
    expect(computeUnitPrice({ unitLimit: 300_000, priorityFeeLamports: 0n })).toBe(0n)
  })

  it('never costs more than the requested fee, and costs all of it for up to a million units', () => {
    fc.assert(
      fc.property(fees, fc.integer({ min: 1, max: 1_400_000 }), (priorityFeeLamports, unitLimit) => {
        const charged = chargedPriorityFee({ unitLimit, priorityFeeLamports })
        expect(charged).toBeLessThanOrEqual(priorityFeeLamports)
        expect(charged).toBeGreaterThanOrEqual(priorityFeeLamports - (unitLimit > 1_000_000 ? 1n : 0n))
      }),
    )
  })

  it('sets the limit to the known units plus 10%', () => {
    expect(unitLimitFor(100_000, [])).toBe(110_330)
    const others = [associatedTokenProgram, tokenProgram, systemProgram].map(programAddress => ({ programAddress }))
    expect(unitLimitFor(100_000, others)).toBe(165_495)
    expect(unitLimitFor(1_390_000, others)).toBe(1_400_000)
  })

  it.each([0, -1, 1.5, 1_400_001, Number.NaN])('rejects a limit of %d units', unitLimit => {
    expect(() => computeUnitPrice({ unitLimit, priorityFeeLamports: 1n })).toThrow(
      `A transaction takes 1 to 1400000 compute units, not ${unitLimit}`,
    )
  })

  it('rejects a negative fee', () => {
    expect(() => computeUnitPrice({ unitLimit: 1, priorityFeeLamports: -1n })).toThrow('Not an amount of 64 bits: -1')
  })
})
