import { type Address, TernError } from '@tern/core'
import type { PoolState } from './layout.ts'
import { dynamicFeeOf } from './swapStart.ts'
import { holdsOrders } from './ticksAhead.ts'

type SwapThrough = typeof import('./swap.ts').swapThrough

/** The program's own loop. Few pools need it; a page loads it with the first of them. */
let loaded: SwapThrough | undefined

/** Whether sums over the ticks do not tell what every swap of a pool comes to. @param arrays the tick arrays around its price. */
export function needsSteps({ fee_on, dynamic_fee_info }: PoolState, arrays: Iterable<Uint8Array>): boolean {
  return fee_on !== 0 || dynamicFeeOf(dynamic_fee_info) !== undefined || [...arrays].some(holdsOrders)
}

export async function loadSteps(): Promise<void> {
  loaded ??= (await import('./swap.ts')).swapThrough
}

/** @throws TernError `pool/accountsNotReady` where nobody has asked what to read of such a pool. */
export function swapInSteps(pool: Address): SwapThrough {
  if (loaded === undefined) throw new TernError('pool/accountsNotReady', { pool, missing: [] })
  return loaded
}
