import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialLpSupply, lpForToken, lpToTokens } from './liquidityQuote.ts'

const u64 = (min: bigint) => fc.bigInt({ min, max: 2n ** 64n - 1n })

describe('LP tokens', () => {
  it('are rounded up to tokens for a deposit, except below 1, and down for a withdrawal', () => {
    expect(lpToTokens(10n, 30n, 100n, 2n, 'floor')).toEqual([33n, 0n])
    expect(lpToTokens(10n, 30n, 100n, 2n, 'ceil')).toEqual([34n, 0n])
    expect(lpToTokens(10n, 30n, 90n, 60n, 'ceil')).toEqual([30n, 20n])
  })

  it('of an amount are the most that it pays for', () => {
    expect(lpForToken(34n, 30n, 100n)).toBe(10n)
    fc.assert(
      fc.property(u64(0n), u64(1n), u64(1n), (amount, lpSupply, reserve) => {
        const lpAmount = lpForToken(amount, lpSupply, reserve)
        const takes = (lp: bigint) => lpToTokens(lp, lpSupply, reserve, reserve, 'ceil')[0]
        expect(takes(lpAmount) <= amount).toBe(true)
        // Below one unit, the program rounds to 0 and refuses.
        expect(takes(lpAmount + 1n) > amount || takes(lpAmount + 1n) === 0n).toBe(true)
      }),
    )
  })

  it('of a new pool are the square root of the product, rounded down', () => {
    expect([0n, 1n, 3n, 4n, 10n].map(amount => initialLpSupply(amount, 1n))).toEqual([0n, 1n, 1n, 2n, 3n])
    expect(initialLpSupply(2n ** 64n - 1n, 2n ** 64n - 1n)).toBe(2n ** 64n - 1n)
    fc.assert(
      fc.property(u64(0n), u64(0n), (a, b) => {
        const root = initialLpSupply(a, b)
        expect(root * root <= a * b && (root + 1n) * (root + 1n) > a * b).toBe(true)
      }),
    )
  })
})
