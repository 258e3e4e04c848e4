import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceilQuotient, exactLimit, floorQuotient, fromDouble, toDouble } from './wideQuotient.ts'

const max = 2n ** 64n - 1n
const words = fc
  .integer({ min: 1, max: 64 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const edges = [0n, 1n, 2n ** 32n, 2n ** 52n - 1n, 2n ** 52n, 2n ** 53n + 1n, 2n ** 60n - 1n, 2n ** 60n, max]

/** Compares without `expect`, because it runs a million times. */
function check(a: bigint, b: bigint, d: bigint) {
  if (floorQuotient(a, b, d) !== (a * b) / d) expect.fail(`${a} · ${b} / ${d}, rounded down`)
  if (ceilQuotient(a, b, d) !== (a * b + d - 1n) / d) expect.fail(`${a} · ${b} / ${d}, rounded up`)
}

/** Checks all a and b within 2 of the given amounts. */
function checkAround(a: bigint, b: bigint, d: bigint) {
  for (const i of [-2n, -1n, 0n, 1n, 2n])
    for (const j of [-1n, 0n, 1n])
      if (a + i >= 0n && a + i <= max && b + j >= 0n && b + j <= max) check(a + i, b + j, d)
}

describe('quotients of wide products', () => {
  it('are exact for any 64-bit amounts', () => {
    fc.assert(fc.property(words, words, words, check), { numRuns: 20_000 })
  })

  it('are exact with an estimate whose divisor is a sum of rounded parts', () => {
    const checkSum = (a: bigint, b: bigint, x: bigint, y: bigint) => {
      const d = x + y
      const estimate = (toDouble(a) * toDouble(b)) / (toDouble(x) + toDouble(y))
      if (floorQuotient(a, b, d, estimate) !== (a * b) / d) expect.fail(`${a} · ${b} / (${x} + ${y}), rounded down`)
      if (ceilQuotient(a, b, d, estimate) !== (a * b + d - 1n) / d)
        expect.fail(`${a} · ${b} / (${x} + ${y}), rounded up`)
    }
    fc.assert(fc.property(words, words, words, words, checkSum), { numRuns: 20_000 })
    const wide = fc.bigInt(2n ** 58n, 2n ** 59n - 1n)
    fc.assert(
      fc.property(wide, wide, fc.bigInt(2n ** 51n, 2n ** 52n - 10n), fc.bigInt(-9n, 9n), (x, y, quotient, off) => {
        // Nearly a multiple of a wide sum, with a quotient at the limit at which doubles differ by 1.
        const near = ((x + y) * quotient) / 2n ** 60n + off
        if (near >= 0n && near <= max) checkSum(near, 2n ** 60n, x, y)
      }),
      { numRuns: 20_000 },
    )
  })

  it('are exact at the edges', () => {
    for (const a of edges) for (const b of edges) for (const d of edges) if (d > 0n) check(a, b, d)
  })

  it('are exact if the product is a multiple, or nearly', () => {
    fc.assert(
      fc.property(words, words, fc.bigInt(-2n, 2n), (d, quotient, off) => {
        const product = d * quotient + off
        if (product >= 0n && product <= max) check(product, 1n, d)
        if (d < 2n ** 62n) check(d * 4n + 3n, quotient, 4n)
      }),
      { numRuns: 5_000 },
    )
  })

  it('are exact if a wide product is a multiple of a wide divisor, or nearly', () => {
    const shape = fc.record({ d: words, factor: words, quotient: words })
    fc.assert(
      fc.property(shape, ({ d, factor, quotient }) => {
        // For a multiple, a · b = (d · quotient'), with amounts a and b: d = x · y, a = x · factor, b = y · quotient.
        const x = 1n + (d & 0xffff_ffffn)
        const y = 1n + (d >> 36n)
        const a = x * (factor & 0x7fff_ffffn)
        const b = y * (quotient & 0x7fff_ffffn)
        if (a <= max && b <= max) checkAround(a, b, x * y)
      }),
      { numRuns: 5_000 },
    )
  })

  it('are exact if the quotient is almost too large for an estimate', () => {
    fc.assert(
      fc.property(fc.bigInt(2n ** 52n, max), fc.bigInt(1n, 2n ** 60n + 2n), fc.bigInt(-9n, 9n), (a, d, off) => {
        // The b that brings a · b / d closest to 2^52 + off.
        const b = (d * (2n ** 52n + off)) / a
        if (b <= max) checkAround(a, b, d)
      }),
      { numRuns: 20_000 },
    )
    for (let off = -9n; off <= 9n; off++) checkAround(2n ** 52n + off, 2n ** 60n - 1n, 2n ** 60n - 1n)
  })

  it('are exact if the divisor is almost too large for a correction', () => {
    fc.assert(
      fc.property(words, words, fc.bigInt(-9n, 9n), (a, b, off) => check(a, b, 2n ** 60n + off)),
      { numRuns: 10_000 },
    )
  })

  it('are exact if all three are rounded to doubles in the same direction', () => {
    // Amounts just above and below the middle of two doubles, where rounding errs most.
    const half = fc.tuple(fc.integer({ min: 54, max: 64 }), fc.bigInt(0n, 2n ** 52n - 1n), fc.bigInt(-1n, 1n))
    const rounded = half.map(([bits, digits, side]) => {
      const step = 1n << BigInt(bits - 53)
      return (1n << BigInt(bits - 1)) + digits * step + step / 2n + (step > 2n ? side : 0n)
    })
    fc.assert(
      fc.property(rounded, rounded, rounded, (a, b, d) => check(a, b, d >> 5n)),
      { numRuns: 20_000 },
    )
  })

  it('are exact beyond 64 bits in the divisor', () => {
    check(max, 2n ** 63n, 2n ** 65n + 1n)
    // The rest is 2^64. Its low 64 bits are 0.
    check(2n ** 63n, 2n ** 63n, 3n * 2n ** 64n)
  })
})

describe('quotients of products below 2^53', () => {
  const limit = 2n ** 53n
  /** Rounds down and up, in doubles only. */
  function checkDoubles(product: bigint, d: bigint) {
    if (product < 0n || product >= limit) return
    expect(BigInt(Math.floor(Number(product) / Number(d)))).toBe(product / d)
    expect(BigInt(Math.ceil(Number(product) / Number(d)))).toBe((product + d - 1n) / d)
  }
  const sizes = fc
    .integer({ min: 1, max: 53 })
    .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

  it('are exact in doubles, also next to a whole number', () => {
    expect(BigInt(exactLimit)).toBe(limit)
    fc.assert(
      fc.property(sizes, sizes, (d, quotient) => {
        checkDoubles(quotient, d)
        const whole = ((limit - 1n) / d / quotient) * quotient * d
        for (const off of [-2n, -1n, 0n, 1n, 2n]) {
          checkDoubles(whole + off, d)
          checkDoubles(d * quotient + off, d)
        }
      }),
      { numRuns: 20_000 },
    )
  })

  it('convert to doubles and back without a change', () => {
    const check = (value: bigint) => {
      expect(toDouble(value)).toBe(Number(value))
      if (value <= 2n ** 52n) expect(fromDouble(Number(value))).toBe(value)
    }
    fc.assert(fc.property(words, check))
    for (const value of [...edges, 2n ** 53n]) check(value)
  })
})
