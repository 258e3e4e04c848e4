import { isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dammV2LimitedShapes, makeDammV2Pool } from '../../test/meteoraDammV2Pools.ts'
import { feeDenominator, type RateLimiter } from './baseFee.ts'
import { appliesAt, isRateLimited, limitedRateOf, rateBeforeFee } from './rateLimiter.ts'

/** 1%, plus 1% for each further 1,000, at most 5%. */
const limiter: RateLimiter = {
  ...{ mode: 'rateLimiter', cliff_fee_numerator: 10_000_000n, fee_increment_bps: 100, max_limiter_duration: 60 },
  ...{ max_fee_bps: 500, reference_amount: 1_000n },
}
const unused = { ...limiter, fee_increment_bps: 0, max_limiter_duration: 0, max_fee_bps: 0, reference_amount: 0n }

describe('a rate limiter', () => {
  it('charges each further reference amount an increment more', () => {
    const rates = [1n, 1_000n, 2_000n, 3_000n, 5_000n, 10_000n].map(amount => limitedRateOf(limiter, amount))
    // 2,000: 10 + 20. 3,000: 10 + 20 + 30. 10,000: 10 + 20 + 30 + 40, plus 5% of 6,000.
    expect(rates).toEqual([10_000_000n, 10_000_000n, 15_000_000n, 20_000_000n, 30_000_000n, 40_000_000n])
    // 5,500: 150 of the first 5,000, plus 5% of 500. 175 / 5,500 = 3.1818…%
    expect(limitedRateOf(limiter, 5_500n)).toBe(31_818_182n)
  })

  it('finds the rate from the amount after the fee', () => {
    expect(rateBeforeFee(limiter, 990n)).toBe(10_000_000n)
    expect(rateBeforeFee(limiter, 1_970n)).toBe(15_000_000n)
    expect(rateBeforeFee(limiter, 9_600n)).toBe(40_000_000n)
    expect(rateBeforeFee({ ...limiter, reference_amount: 2n ** 62n }, 2n ** 64n - 1n)).toBeUndefined()
  })

  it('recovers the amount before the fee, nearly', () => {
    const limiters = fc.record({ increment: fc.integer({ min: 1, max: 900 }), reference: fc.bigInt(1_000n, 2n ** 40n) })
    fc.assert(
      fc.property(limiters, fc.bigInt(1_000n, 2n ** 50n), ({ increment, reference }, amount) => {
        const one = { ...limiter, fee_increment_bps: increment, max_fee_bps: 9_000, reference_amount: reference }
        const left = amount - (amount * limitedRateOf(one, amount) + feeDenominator - 1n) / feeDenominator
        const rate = rateBeforeFee(one, left) ?? 0n
        const again = (left * feeDenominator) / (feeDenominator - rate)
        const off = again > amount ? again - amount : amount - again
        expect(off).toBeLessThanOrEqual(12n + amount / 10_000_000n)
      }),
    )
  })

  it('applies from the opening to its last point, if it is in use', () => {
    expect([99n, 100n, 160n, 161n].map(point => appliesAt(limiter, 100n, point))).toEqual([false, true, true, false])
    expect([isRateLimited(limiter), isRateLimited(unused)]).toEqual([true, false])
    expect(() => isRateLimited({ ...limiter, reference_amount: 0n })).toThrow('base_fee')
    expect(() => isRateLimited({ ...limiter, max_fee_bps: 10_000 })).toThrow('max_fee_bps')
    expect(() => isRateLimited({ ...limiter, cliff_fee_numerator: 60_000_000n })).toThrow('max_fee_bps')
  })

  it('never quotes more than the pool holds, nor less for an exact output than requested', () => {
    fc.assert(
      fc.property(dammV2LimitedShapes, fc.constantFrom(0, 1), fc.bigInt(1n, 2n ** 62n), (shape, side, exactIn) => {
        const { venue, address, accounts, clock, holds } = makeDammV2Pool(shape)
        const pool = venue.open(address, accounts)
        const tokenIn = pool.tokens[side as 0 | 1].mint
        try {
          const given = pool.quote({ tokenIn, exactIn }, clock)
          expect(given.amountOut).toBeLessThanOrEqual(holds[side === 0 ? 1 : 0])
          const asked = pool.quote({ tokenIn, exactOut: given.amountOut }, clock)
          // The program rounds its rates, so both directions differ by a part in ten million or a few units.
          expect(asked.amountIn).toBeLessThanOrEqual(given.amountIn + 12n + given.amountIn / 10_000_000n)
        } catch (error) {
          if (!isTernError(error) || !/^quote\/(nothingOut|beyondReserves)$/.test(error.code)) throw error
        }
      }),
      { numRuns: 500 },
    )
  })
})
