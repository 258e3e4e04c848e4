import { type Address, mulDiv } from '@tern/core'
import type { PoolState } from '../indexer/poolState.ts'

/** Lamports that a pool holds at least if its price is to count: whoever makes a pool can then only pay to raise a price. */
export const minPoolLamports = 10_000_000_000n
/** A price that was read longer ago than this is not known. */
export const maxPriceAgeMs = 60_000
/** Prices are lamports for this many raw units, so that they are whole numbers also of tokens with many units. */
const priceUnits = 10n ** 18n

/** What is known of a pool that a price may follow from. */
export type PricedState = Pick<PoolState, 'price' | 'nativeLamports' | 'curve'>

/** The prices of tokens in SOL, each the highest of its launch curve and of its pools that hold enough. */
export interface PriceBook {
  /** A pool of `mint` was read. */
  hear(mint: Address, pool: Address, state: PricedState): void
  /** Nothing of the token is told any more. */
  forget(mint: Address): void
  /** Lamports for `priceUnits` raw units, rounded up; tokens without a known price are not in it. */
  prices(): ReadonlyMap<Address, bigint>
}

interface Heard {
  readonly price: bigint
  readonly readAtMs: number
}

/** A higher price can only make a signer ask earlier. So the highest one counts, and a stranger's cheap pool changes nothing. */
export function createPriceBook(now: () => number = Date.now): PriceBook {
  const byMint = new Map<Address, Map<Address, Heard>>()
  return {
    hear(mint, pool, { price, nativeLamports, curve }) {
      const pools = byMint.get(mint) ?? new Map<Address, Heard>()
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
