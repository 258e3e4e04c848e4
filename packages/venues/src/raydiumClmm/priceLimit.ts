import { type AccountSet, type Address, type Clock, TernError } from '@tern/core'
import type { Pool, Quote, SwapRequest, Venue } from '../venue.ts'
import type { SwapStart } from './swapStart.ts'
import { maxSqrtPriceX64, minSqrtPriceX64 } from './tick.ts'

/** A swap that may limit the price movement. */
export type ClmmSwapRequest = SwapRequest & {
  /**
   * √(token 1 / token 0) in raw units, Q64.64, at which the swap stops.
   * It must be below the pool's price if token 0 goes in, and above it if token 1 goes in.
   * At the limit, the rest of an exact input is not spent, and an exact output arrives only in part.
   * @default 0: no limit; the swap fills the whole request or fails.
   */
  readonly sqrtPriceLimitX64?: bigint | undefined
}

/** A CLMM pool, whose swaps may stop at a price. */
export interface ClmmPool extends Pool {
  /**
   * Quotes a swap like other pools. With a price limit, `filled` may be `partial`.
   * `swap` of such a quote requests the whole amount up to the limit. The program checks the min output and the max
   * input. It does not check that an exact output is complete.
   *
   * @throws TernError as other pools, but `quote/zeroSpecified` for zero.
   * @throws TernError `quote/limitTooLow`, `quote/limitNotBelowPrice`, `quote/limitTooHigh`,
   *   `quote/limitNotAbovePrice`.
   */
  quote(request: ClmmSwapRequest, clock: Clock): Quote
}

/** The venue whose pools accept price limits. */
export interface ClmmVenue extends Venue {
  open(pool: Address, read: AccountSet): ClmmPool
}

/**
 * Returns the limit of a request. `undefined` if it has none; the program takes 0 for that.
 * @throws TernError `quote/limit…` if the program would fail with `SqrtPriceLimitOverflow` (`swap_internal`,
 *   instructions/swap.rs).
 * @see `exact_internal_v2` (instructions/swap_v2.rs)
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
