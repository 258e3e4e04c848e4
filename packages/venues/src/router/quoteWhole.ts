import { type Clock, isTernError } from '@tern/core'
import type { Pool, Quote, SwapRequest } from '../venue.ts'

/**
 * Quotes a swap of a whole amount.
 *
 * @returns `undefined` if the pool cannot take all of an input or pay all of an output, or if its program takes exact inputs only.
 */
export function quoteWhole(pool: Pool, request: SwapRequest, clock: Clock): Quote | undefined {
  if ('exactOut' in request && pool.hasExactOut?.(request.tokenIn) === false) return undefined
  try {
    const quote = pool.quote(request, clock)
    return quote.filled === 'whole' ? quote : undefined
  } catch (error) {
    if (isTernError(error) && (error.code.startsWith('quote/') || error.code === 'amount/outOfRange')) return undefined
    throw error
  }
}
