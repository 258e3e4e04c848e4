import { type Clock, isTernError, wrappedNativeMint } from '@tern/core'
import type { Pool } from '@tern/venues'
import type { Quotation } from './floor.ts'

const probe = 1_000_000n
/** A curve that seems deeper has a flat price. Makers then trade as on a usual curve, whose depth begins at 30 SOL. */
const deepest = 10_000e9
const usualDepth = 30e9

/** Observes a pool by a quote, like any trader; `undefined` while it does not trade. */
export function quotationOf(pool: Pool, clock: Clock): Quotation | undefined {
  try {
    const { currentPrice, priceImpact } = pool.quote({ tokenIn: wrappedNativeMint, exactIn: probe }, clock)
    const price = Number(currentPrice.denominator) / Number(currentPrice.numerator)
    // For a constant product, or a range of it, the price impact of a small amount is its part of the reserve.
    const depth = (Number(probe) * Number(priceImpact.denominator)) / Math.max(1, Number(priceImpact.numerator))
    return { price, depth: pool.curve !== undefined && depth > deepest ? usualDepth : depth }
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}
