import { describe, expect, it } from 'vitest'
import { impactBps, impactLevel } from './impact.ts'

describe('price impact', () => {
  it('is never shown smaller than it is', () => {
    expect(impactBps({ numerator: 1n, denominator: 1_000_000n })).toBe(1)
    expect(impactBps({ numerator: 284n, denominator: 10_000n })).toBe(284)
    expect(impactBps({ numerator: 0n, denominator: 7n })).toBe(0)
  })

  it.each([
    [99, 'plain'],
    [100, 'warn'],
    [499, 'warn'],
    [500, 'danger'],
  ])('of %d basis points is %s', (bps, level) => {
    expect(impactLevel(bps)).toBe(level)
  })
})
