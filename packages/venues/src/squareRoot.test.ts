import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { squareRoot } from './squareRoot.ts'

/** Compares without `expect`, because it runs thousands of times. */
function check(value: bigint) {
  const root = squareRoot(value)
  if (root * root > value || (root + 1n) * (root + 1n) <= value) expect.fail(`the root of ${value} is not ${root}`)
}

const ofBits = (max: number) =>
  fc.integer({ min: 1, max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

describe('the square root', () => {
  it('is the greatest whole number whose square is not above the value', () => {
    expect([0n, 1n, 2n, 3n, 4n, 15n, 16n].map(squareRoot)).toEqual([0n, 1n, 1n, 1n, 2n, 3n, 4n])
    fc.assert(fc.property(ofBits(1_100), check), { numRuns: 3_000 })
  })

  it('is exact next to squares, unlike doubles', () => {
    const checkAround = (root: bigint) => {
      for (const off of [-1n, 0n, 1n]) check(root * root + off)
    }
    fc.assert(fc.property(ofBits(550), checkAround), { numRuns: 3_000 })
  })
})
