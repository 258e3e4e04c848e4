import { type Clock, isTernError, wrappedNativeMint } from '@tern/core'
import type { Pool } from '@tern/venues'
import type { Quotation } from './floor.ts'

const probe = 1_000_000n

/** What the makers see of a pool, asked as anybody would: by a quote. `undefined` while it does not trade. */
export function quotationOf(pool: Pool, clock: Clock): Quotation | undefined {
  try {
    const { currentPrice, priceImpact } = pool.quote({ tokenIn: wrappedNativeMint, exactIn: probe }, clock)
    const price = Number(currentPrice.denominator) / Number(currentPrice.numerator)
    // A constant product, or a stretch of one: the impact of a small amount is its part of the reserve.
    const depth = (Number(probe) * Number(priceImpact.denominator)) / Math.max(1, Number(priceImpact.numerator))
    return { price, depth }
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}
