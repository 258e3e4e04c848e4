import { type Address, type Clock, isTernError, noEarlierThan, wrappedNativeMint } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Pool, SwapRequest } from '@tern/venues'
import type { Client } from '../../client.ts'
import { findPools } from '../../findPools.ts'
import type { Market } from './tradeContext.ts'

/**
 * The pool that pays most for the wish, of those against the native coin; where none pays, the first, which says why. What `findPools`
 * puts after a curve that has ended is worth too little: until its own pool is known the token counts as trading nowhere.
 */
export async function findMarket(client: Client, mint: Address, wish: SwapRequest | undefined): Promise<Market> {
  const [found, known] = await Promise.all([findPools(client, mint), client.chain.readClock()])
  let best: { readonly pool: Pool; readonly clock: Clock; readonly paid: bigint } | undefined
  for (const { pool, stage } of found) {
    if (!pool.tokens.some(one => one.mint === wrappedNativeMint)) continue
    const clock = noEarlierThan(pool.slot, known)
    const paid = wish === undefined ? 0n : paidBy(pool, wish, clock)
    if (best === undefined || paid > best.paid) best = { pool, clock, paid }
    if (pool.curve !== undefined && stage !== 'trading') break
  }
  const token = best?.pool.tokens.find(one => one.mint === mint)
  if (best === undefined || token === undefined || mint === wrappedNativeMint)
    throw new TernError('pool/notFound', { mint })
  return { pool: best.pool, clock: best.clock, token }
}

function paidBy(pool: Pool, wish: SwapRequest, clock: Clock): bigint {
  try {
    return pool.quote(wish, clock).amountOut
  } catch (error) {
    if (isTernError(error)) return 0n
    throw error
  }
}
