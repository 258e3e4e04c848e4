import { type Address, type Clock, isTernError } from '@tern/core'
import type { Pool, Quote, SwapRequest } from '../venue.ts'

/** Quotes an exact input. `undefined` if the pool cannot take all of it. */
export function quoteExactIn(pool: Pool, tokenIn: Address, exactIn: bigint, clock: Clock): Quote | undefined {
  return quoteWhole(pool, { tokenIn, exactIn }, clock)
}

/** Quotes an exact output. `undefined` if the pool cannot pay it, or if its program takes exact inputs only. */
export function quoteExactOut(pool: Pool, tokenIn: Address, exactOut: bigint, clock: Clock): Quote | undefined {
  return pool.hasExactOut?.(tokenIn) === false ? undefined : quoteWhole(pool, { tokenIn, exactOut }, clock)
}

function quoteWhole(pool: Pool, request: SwapRequest, clock: Clock): Quote | undefined {
  try {
    const quote = pool.quote(request, clock)
    return quote.filled === 'whole' ? quote : undefined
  } catch (error) {
    if (isTernError(error) && (error.code.startsWith('quote/') || error.code === 'amount/outOfRange')) return undefined
    throw error
  }
}
