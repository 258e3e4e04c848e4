import { type Address, amountScale, type Ratio, type ScaledExtensions } from '@tern/core'
import { type Counted, mulDiv } from '@tern/core/internal'
import type { PoolState } from '../indexer/poolState.ts'

/** Min lamports in a pool for its price to count. A stranger's pool can then only raise a price, and only at a cost. */
export const minPoolLamports = 10_000_000_000n
/** A price that was read longer ago than this is unknown. */
export const maxPriceAgeMs = 60_000
/** Prices are lamports for this many raw units, so that they are whole numbers even for tokens with many units. */
const priceUnits = 10n ** 18n

/** The state of a pool that determines a price, and how wallets show amounts of its token. */
export type PricedState = Pick<
  PoolState,
  'price' | 'finalPrice' | 'nativeLamports' | 'curve' | 'decimals' | 'scaling' | 'readAtSeconds'
>

/** A pool of `mint`. `isListed`: the indexer lists it for the token. */
interface PricedPool {
  readonly mint: Address
  readonly pool: Address
  readonly isListed?: boolean
}

/**
 * The prices of tokens in SOL: for each, the highest of its trading curve and of its pools with enough SOL.
 * A listed curve that ended counts with its last price until the token's next listed pool has a price. So a token keeps
 * a price while it moves from its curve to its pool.
 */
export interface PriceBook {
  /** Takes a new state of a pool. */
  setState(pool: PricedPool, state: PricedState): void
  /** Drops all tokens except these. */
  keepOnly(mints: ReadonlySet<Address>): void
  /** Returns lamports for `priceUnits` raw units, rounded up. Tokens without a known price are missing. */
  prices(): ReadonlyMap<Address, bigint>
  /**
   * Returns the decimals and the present scale of each token with a pool that was read, even if its price is not known.
   */
  units(): ReadonlyMap<Address, Counted>
}

/** A token's decimals and scaling extensions. `aheadSeconds`: by which the chain's clock is ahead of this machine's. */
interface Unit extends Pick<PoolState, 'decimals'> {
  readonly scaling: ScaledExtensions
  readonly aheadSeconds: number
}

interface PoolPrice {
  readonly price: bigint
  readonly readAtMs: number
  readonly isListed: boolean
}

const inUnits = ({ numerator, denominator }: Ratio): bigint => mulDiv(numerator, priceUnits, denominator, 'ceil')

/**
 * Creates an empty book. The highest price counts, because it can only make the signer ask for confirmation earlier. So
 * a stranger's cheap pool changes nothing.
 */
export function createPriceBook(now: () => number = Date.now): PriceBook {
  const byMint = new Map<Address, Map<Address, PoolPrice>>()
  const units = new Map<Address, Unit>()
  const nowSeconds = () => Math.floor(now() / 1_000)
  return {
    setState({ mint, pool, isListed = false }, state) {
      const { price, finalPrice, nativeLamports, curve, decimals, scaling, readAtSeconds } = state
      // If the extensions could not be read now, the earlier ones hold.
      const known = scaling ?? units.get(mint)?.scaling ?? {}
      units.set(mint, { decimals, scaling: known, aheadSeconds: readAtSeconds - nowSeconds() })
      const pools = byMint.get(mint) ?? new Map<Address, PoolPrice>()
      byMint.set(mint, pools)
      const wasListed = pools.get(pool)?.isListed === true
      const set = (price: bigint) => pools.set(pool, { price, readAtMs: now(), isListed: isListed || wasListed })
      if (price !== undefined && (curve?.stage === 'trading' || nativeLamports >= minPoolLamports)) {
        // A token is listed in another pool once its curve has moved there, so the curve's price is over.
        if (isListed) for (const [other, one] of pools) if (one.isListed) pools.delete(other)
        set(inUnits(price))
      } else if (curve === undefined || curve.stage === 'trading') pools.delete(pool)
      else if (!isListed) {
        // The token's next pool is listed, but has no price before it opens. Until then, the curve's last price counts.
        if (!wasListed) pools.delete(pool)
      } else if (curve.stage !== 'migrated') {
        const last = finalPrice === undefined ? pools.get(pool)?.price : inUnits(finalPrice)
        if (last !== undefined) set(last)
      }
    },
    keepOnly(mints) {
      for (const known of [byMint, units]) for (const mint of known.keys()) if (!mints.has(mint)) known.delete(mint)
    },
    prices() {
      const found = new Map<Address, bigint>()
      for (const [mint, pools] of byMint) {
        for (const [pool, { readAtMs }] of pools) if (now() - readAtMs > maxPriceAgeMs) pools.delete(pool)
        const highest = [...pools.values()].reduce((max, { price }) => (price > max ? price : max), 0n)
        if (highest > 0n) found.set(mint, highest)
      }
      return found
    },
    units: () =>
      new Map(
        [...units].map(([mint, { decimals, scaling, aheadSeconds }]) => [
          mint,
          { decimals, scale: amountScale(scaling, BigInt(nowSeconds() + aheadSeconds)) },
        ]),
      ),
  }
}
