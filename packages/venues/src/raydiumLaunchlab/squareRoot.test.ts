import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { squareRoot } from './squareRoot.ts'

describe('squareRoot', () => {
  it('is the greatest whole number whose square is not above the value', () => {
    const numbers = fc.integer({ min: 1, max: 132 }).chain(bits => fc.bigInt(0n, (1n << BigInt(bits)) - 1n))
    fc.assert(
      fc.property(numbers, n => {
        const root = squareRoot(n)
        expect(root * root).toBeLessThanOrEqual(n)
        expect((root + 1n) * (root + 1n)).toBeGreaterThan(n)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is right next to squares, unlike doubles', () => {
    const roots = fc.integer({ min: 1, max: 66 }).chain(bits => fc.bigInt(1n, (1n << BigInt(bits)) - 1n))
    fc.assert(
      fc.property(roots, root => {
        expect(squareRoot(root * root)).toBe(root)
        expect(squareRoot(root * root - 1n)).toBe(root - 1n)
      }),
      { numRuns: 2_000 },
    )
  })
})
