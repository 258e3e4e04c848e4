import { type Address, TernError } from '@tern/core'
import type { PoolState } from './layout.ts'
import { dynamicFeeOf } from './swapStart.ts'
import { holdsOrders } from './ticksAhead.ts'

type SwapThrough = typeof import('./swap.ts').swapThrough

/** The program's own loop. Few pools need it, so it is loaded with the first such pool. */
let loaded: SwapThrough | undefined

/**
 * Checks if some swaps of a pool need the program's own loop, because sums over the ticks are not enough.
 * @param arrays the tick arrays around its price.
 */
export function needsSteps({ fee_on, dynamic_fee_info }: PoolState, arrays: Iterable<Uint8Array>): boolean {
  return fee_on !== 0 || dynamicFeeOf(dynamic_fee_info) !== undefined || [...arrays].some(holdsOrders)
}

export async function loadSteps(): Promise<void> {
  loaded ??= (await import('./swap.ts')).swapThrough
}

/**
 * Returns the program's own loop.
 * @throws TernError `pool/accountsNotReady` if the code is not loaded: the caller has not called `accountsToRead` for
 *   such a pool.
 */
export function swapInSteps(pool: Address): SwapThrough {
  if (loaded === undefined) throw new TernError('pool/accountsNotReady', { pool, missing: [] })
  return loaded
}
