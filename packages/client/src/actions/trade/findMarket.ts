import { type Address, type Clock, isTernError, TernError, wrappedNativeMint } from '@tern/core'
import type { Pool, SwapRequest } from '@tern/venues'
import type { Client } from '../../client.ts'
import { clockFor } from '../../clockFor.ts'
import { findPools } from '../../findPools.ts'
import type { Market, Wish } from './tradeContext.ts'

/**
 * Finds the pool against SOL that pays the most for the wish. If no pool pays, returns the first pool: its quote gives the reason.
 * Stops at an ended curve: later pools hold too little, so the token trades nowhere until its own pool is found.
 *
 * @throws TernError `pool/notFound`, `rpc/*`
 */
export async function findMarket(client: Client, mint: Address, { side, amountIn }: Wish): Promise<Market> {
  const request =
    amountIn === undefined ? undefined : { tokenIn: side === 'buy' ? wrappedNativeMint : mint, exactIn: amountIn }
  const [found, known] = await Promise.all([findPools(client, mint), client.chain.readClock()])
  const clock = await clockFor(
    client.chain,
    found.map(({ pool }) => pool),
    known,
  )
  let best: { readonly pool: Pool; readonly paid: bigint } | undefined
  for (const { pool, stage } of found) {
    if (!pool.tokens.some(one => one.mint === wrappedNativeMint)) continue
    const paid = request === undefined ? 0n : paidBy(pool, request, clock)
    if (best === undefined || paid > best.paid) best = { pool, paid }
    if (pool.curve !== undefined && stage !== 'trading') break
  }
  const token = best?.pool.tokens.find(one => one.mint === mint)
  if (best === undefined || token === undefined || mint === wrappedNativeMint)
    throw new TernError('pool/notFound', { mint })
  return { pool: best.pool, clock, token }
}

function paidBy(pool: Pool, request: SwapRequest, clock: Clock): bigint {
  try {
    return pool.quote(request, clock).amountOut
  } catch (error) {
    if (isTernError(error)) return 0n
    throw error
  }
}
