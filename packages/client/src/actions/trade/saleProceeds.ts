import { type Address, type Clock, isTernError } from '@tern/core'
import type { Pool } from '@tern/venues'
import type { Client, PoolName } from '../../client.ts'
import { readMarket } from './tradeContext.ts'

/** Some raw units of a token, and the pool that they are sold to. */
export interface SaleWish {
  readonly mint: Address
  readonly pool: PoolName
  /** Raw units. */
  readonly amountIn: bigint
}

/** A pool that cannot pay for this share of the amount counts as unable to pay. */
const smallestShare = 1n << 20n

/**
 * Says what selling tokens to a pool brings, after the fees of the pool and of the token. Tern's fee and the network's are not counted.
 * If the pool cannot take all of them, halves the amount until the pool can: the rest brings nothing.
 *
 * @returns lamports; `undefined` if the pool sells none of them now, for example because it is paused.
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
      if (!isTernError(error)) throw error
      if (error.code === 'quote/nothingOut') return 0n
    }
  return undefined
}

/**
 * Reads a pool and says what selling tokens to it brings, as `proceedsOf` does.
 *
 * @returns lamports; `undefined` if the pool sells none of them now.
 * @throws TernError `address/*`, `pool/*`, `layout/*`, `venue/*`, `quote/tokenOutNotInPool`, `rpc/*`
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
