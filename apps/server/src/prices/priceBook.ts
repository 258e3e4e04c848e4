import type { Address } from '@tern/core'
import { mulDiv } from '@tern/core/internal'
import type { PoolState } from '../indexer/poolState.ts'

/** Min lamports in a pool for its price to count. A stranger's pool can then only raise a price, and only at a cost. */
export const minPoolLamports = 10_000_000_000n
/** A price that was read longer ago than this is unknown. */
export const maxPriceAgeMs = 60_000
/** Prices are lamports for this many raw units, so that they are whole numbers even for tokens with many units. */
const priceUnits = 10n ** 18n

/** The state of a pool that determines a price. */
export type PricedState = Pick<PoolState, 'price' | 'nativeLamports' | 'curve'>

/** The prices of tokens in SOL: for each, the highest of its trading curve and of its pools with enough SOL. */
export interface PriceBook {
  /** Takes a new state of a pool of `mint`. */
  setState(mint: Address, pool: Address, state: PricedState): void
  /** Drops the token's prices. */
  forget(mint: Address): void
  /** Returns lamports for `priceUnits` raw units, rounded up. Tokens without a known price are missing. */
  prices(): ReadonlyMap<Address, bigint>
}

interface PoolPrice {
  readonly price: bigint
  readonly readAtMs: number
}

/**
 * Creates an empty book. The highest price counts, because it can only make the signer ask for confirmation earlier. So
 * a stranger's cheap pool changes nothing.
 */
export function createPriceBook(now: () => number = Date.now): PriceBook {
  const byMint = new Map<Address, Map<Address, PoolPrice>>()
  return {
    setState(mint, pool, { price, nativeLamports, curve }) {
      const pools = byMint.get(mint) ?? new Map<Address, PoolPrice>()
      byMint.set(mint, pools)
      const counts = price !== undefined && (curve?.stage === 'trading' || nativeLamports >= minPoolLamports)
      if (!counts) pools.delete(pool)
      else
        pools.set(pool, {
          price: mulDiv(price.numerator, priceUnits, price.denominator, 'ceil'),
          readAtMs: now(),
        })
    },
    forget: mint => void byMint.delete(mint),
    prices() {
      const found = new Map<Address, bigint>()
      for (const [mint, pools] of byMint) {
        for (const [pool, { readAtMs }] of pools) if (now() - readAtMs > maxPriceAgeMs) pools.delete(pool)
        const highest = [...pools.values()].reduce((most, { price }) => (price > most ? price : most), 0n)
        if (highest > 0n) found.set(mint, highest)
      }
      return found
    },
  }
}
