import { type Address, type Clock, isTernError, type Ratio } from '@tern/core'
import type { Pool } from '../src/venue.ts'

/**
 * The price of a pool for who pays in `tokenIn`, by the least amount of each magnitude that it quotes.
 *
 * @returns `undefined` if the pool quotes none, as a complete curve does.
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
