import type { AccountSet, Address, Clock } from '@tern/core'
import { TernError } from '@tern/core/tickErrors'
import type { Pool, Quote, SwapRequest, Venue } from '../venue.ts'
import type { SwapStart } from './swapStart.ts'
import { maxSqrtPriceX64, minSqrtPriceX64 } from './tick.ts'

/** A swap that may have a limit to where it moves the price. */
export type ClmmSwapRequest = SwapRequest & {
  /**
   * √(token 1 / token 0) in raw units, Q64.64, at which the swap stops: below the pool's when token 0 goes in, above it when
   * token 1 does. What is not used by then stays, or what was asked for comes out in part. Unset or 0: a swap is whole or not at all.
   */
  readonly sqrtPriceLimitX64?: bigint | undefined
}

/** A CLMM pool, whose swaps may stop at a price. */
export interface ClmmPool extends Pool {
  /**
   * As every pool's; with a price limit `filled` may be `partial`, and `swap` of that quote asks for all of the request up to
   * the limit: the least out and the most in that it takes are checked, an exact output that comes in part is not.
   * @throws TernError as every pool's, with `quote/zeroSpecified` for zero; `quote/limitTooLow`, `quote/limitNotBelowPrice`,
   * `quote/limitTooHigh`, `quote/limitNotAbovePrice`.
   */
  quote(request: ClmmSwapRequest, clock: Clock): Quote
}

/** The venue, whose pools take price limits. */
export interface ClmmVenue extends Venue {
  open(pool: Address, read: AccountSet): ClmmPool
}

/**
 * The limit of a request; `undefined`: none, as 0 to the program (`exact_internal_v2`, instructions/swap_v2.rs).
 * @throws TernError where the program calls it `SqrtPriceLimitOverflow` (`swap_internal`, instructions/swap.rs).
 */
export function limitOf(
  { sqrtPriceLimitX64: limitX64 }: ClmmSwapRequest,
  { direction, sqrtPriceX64 }: SwapStart,
): bigint | undefined {
  if (limitX64 === undefined || limitX64 === 0n) return undefined
  const facts = { limitX64, sqrtPriceX64 }
  if (direction === 'zeroForOne') {
    if (limitX64 <= minSqrtPriceX64) throw new TernError('quote/limitTooLow', facts)
    if (limitX64 >= sqrtPriceX64) throw new TernError('quote/limitNotBelowPrice', facts)
  } else {
    if (limitX64 >= maxSqrtPriceX64) throw new TernError('quote/limitTooHigh', facts)
    if (limitX64 <= sqrtPriceX64) throw new TernError('quote/limitNotAbovePrice', facts)
  }
  return limitX64
}
