import { type Address, type Clock, isTernError, type Ratio } from '@tern/core'
import type { Pool } from '../src/venue.ts'

/**
 * Finds the price of a pool for a payment in `tokenIn`, from the smallest power of ten that it quotes.
 *
 * @returns `undefined` if the pool quotes no amount, like a complete curve.
 */
export function currentPriceOf(pool: Pool, tokenIn: Address, clock: Clock): Ratio | undefined {
  for (let exactIn = 1n; exactIn < 10n ** 19n; exactIn *= 10n)
    try {
      return pool.quote({ tokenIn, exactIn }, clock).currentPrice
    } catch (error) {
      if (!isTernError(error) || !error.code.startsWith('quote/')) throw error
    }
  return undefined
}
