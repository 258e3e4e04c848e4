import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceilQuotient, floorQuotient } from './wideQuotient.ts'

const words = fc
  .integer({ min: 1, max: 64 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const edges = [0n, 1n, 2n ** 32n, 2n ** 52n - 1n, 2n ** 52n, 2n ** 53n + 1n, 2n ** 60n - 1n, 2n ** 60n, 2n ** 64n - 1n]

function check(a: bigint, b: bigint, d: bigint) {
  expect(floorQuotient(a, b, d)).toBe((a * b) / d)
  expect(ceilQuotient(a, b, d)).toBe((a * b + d - 1n) / d)
}

describe('quotients of wide products', () => {
  it('are exact for any 64-bit amounts', () => {
    fc.assert(fc.property(words, words, words, check), { numRuns: 20_000 })
  })

  it('are exact at the edges', () => {
    for (const a of edges) for (const b of edges) for (const d of edges) if (d > 0n) check(a, b, d)
  })

  it('are exact where the product is, or all but is, a multiple', () => {
    fc.assert(
      fc.property(words, words, fc.bigInt(-2n, 2n), (d, quotient, off) => {
        const product = d * quotient + off
        if (product >= 0n && product < 2n ** 64n) check(product, 1n, d)
        if (d < 2n ** 62n) check(d * 4n + 3n, quotient, 4n)
      }),
      { numRuns: 5_000 },
    )
  })

  it('are exact beyond 64 bits in the divisor', () => {
    check(2n ** 64n - 1n, 2n ** 63n, 2n ** 65n + 1n)
  })
})
