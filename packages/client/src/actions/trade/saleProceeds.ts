import { type Address, type Clock, type ErrorCode, isTernError } from '@tern/core'
import type { Pool } from '@tern/venues'
import type { Client, PoolName } from '../../client.ts'
import { readMarket } from './tradeContext.ts'

/** Raw units of a token, and the pool to sell to. */
export interface SaleWish {
  readonly mint: Address
  readonly pool: PoolName
  /** Raw units. */
  readonly amountIn: bigint
}

/** If the pool cannot pay for this fraction of the amount, it counts as unable to pay. */
const smallestShare = 1n << 20n
/** The reasons for which a pool buys nothing now, although it can pay. */
const closed: readonly string[] = ['quote/complete', 'quote/notOpen', 'quote/paused'] satisfies readonly ErrorCode[]

/**
 * Computes the proceeds of selling tokens to a pool, after the fees of the pool and the token. Ignores Tern's and the network's fees.
 * If the pool cannot take the whole amount, halves it until the pool can. The rest brings nothing.
 *
 * @returns lamports; 0 if the pool can pay for none. `undefined` if the pool is paused, complete or not open yet.
 * @throws TernError `quote/tokenNotInPool`
 * @example
 * proceedsOf(pool, { mint, amountIn: 5_000_000n }, clock) // 11_000_000n: 0.011 SOL
 */
export function proceedsOf(
  pool: Pick<Pool, 'quote'>,
  { mint, amountIn }: Pick<SaleWish, 'mint' | 'amountIn'>,
  clock: Clock,
): bigint | undefined {
  if (amountIn === 0n) return 0n
  for (let share = 1n; share <= smallestShare && amountIn / share > 0n; share *= 2n)
    try {
      return pool.quote({ tokenIn: mint, exactIn: amountIn / share }, clock).amountOut
    } catch (error) {
      if (!isTernError(error) || error.code === 'quote/tokenNotInPool') throw error
      if (closed.includes(error.code)) return undefined
      if (error.code === 'quote/nothingOut') return 0n
    }
  return 0n
}

/**
 * Reads a pool and computes the proceeds of selling tokens to it, like `proceedsOf`.
 *
 * @returns lamports. `undefined` if the pool buys nothing now.
 * @throws TernError `address/*`, `pool/*`, `layout/*`, `venue/*`, `quote/tokenNotInPool`, `quote/tokenOutNotInPool`, `rpc/*`
 * @example
 * await readSaleProceeds(client, { mint, pool: { protocol: 'pumpamm', address }, amountIn: 5_000_000n }) // 11_000_000n
 */
export async function readSaleProceeds(
  client: Client,
  { mint, pool, amountIn }: SaleWish,
): Promise<bigint | undefined> {
  const market = await readMarket(client, { mint, pool }, { side: 'sell', amountIn })
  return proceedsOf(market.pool, { mint, amountIn }, market.clock)
}
