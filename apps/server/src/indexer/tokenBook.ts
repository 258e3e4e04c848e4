import type { Chain } from '@tern/chain'
import { type Address, compareRatios, mulDiv, type Ratio } from '@tern/core'
import { type Venue, venues } from '@tern/venues'
import type { TokenDetailRow, TokenRow } from '../procedures/rows.ts'
import type { Candle, Trade } from './candle.ts'
import { addTrade, startOfCandle } from './candle.ts'
import type { Listing } from './listing.ts'
import type { MarketStore } from './marketStore.ts'
import { readPoolState } from './poolState.ts'

const fine = { intervalSeconds: 5, keptSeconds: 300 }
const coarse = { intervalSeconds: 60, keptSeconds: 86_400 }

/** The listed tokens with their prices and what they traded lately, in memory. */
export interface TokenBook {
  list(): readonly TokenRow[]
  get(mint: string): TokenDetailRow | undefined
  poolOf(mint: string): Address | undefined
  mintOf(pool: string): Address | undefined
  /** Counts trades that were recorded. */
  count(trades: readonly Trade[]): void
  stop(): void
}

interface Entry {
  readonly listing: Listing
  /** By their starts. */
  readonly fine: Map<number, Candle>
  readonly coarse: Map<number, Candle>
  price: Ratio | undefined
  nativeLamports: bigint | undefined
}

/** `now`: seconds since 1970. */
export async function openTokenBook(
  chain: Chain,
  store: MarketStore,
  listings: readonly Listing[],
  now: () => number = () => Math.floor(Date.now() / 1000),
): Promise<TokenBook> {
  const entries = await Promise.all(listings.map(listing => readEntry(store, listing, now())))
  const byMint = new Map<string, Entry>(entries.map(entry => [entry.listing.mint, entry]))
  const byPool = new Map<string, Entry>(entries.map(entry => [entry.listing.pool, entry]))
  const stops = entries.map(entry => watch(chain, entry))
  return {
    list: () => entries.map(entry => tokenRow(entry, now())),
    get(mint) {
      const entry = byMint.get(mint)
      if (entry === undefined) return undefined
      const { mintAuthority, freezeAuthority, transferFeeBps } = entry.listing
      return { ...tokenRow(entry, now()), mintAuthority, freezeAuthority, transferFeeBps }
    },
    poolOf: mint => byMint.get(mint)?.listing.pool,
    mintOf: pool => byPool.get(pool)?.listing.mint,
    count(trades) {
      for (const trade of trades) {
        const entry = byPool.get(trade.pool)
        if (entry === undefined) continue
        add(entry.fine, trade, fine.intervalSeconds)
        add(entry.coarse, trade, coarse.intervalSeconds)
      }
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

async function readEntry(store: MarketStore, listing: Listing, now: number): Promise<Entry> {
  const read = async ({ intervalSeconds, keptSeconds }: typeof fine) => {
    const candles = await store.readCandles(
      listing.pool,
      intervalSeconds,
      keptSeconds / intervalSeconds + 1,
      now - keptSeconds,
    )
    return new Map(candles.map(candle => [candle.startSeconds, candle]))
  }
  return { listing, fine: await read(fine), coarse: await read(coarse), price: undefined, nativeLamports: undefined }
}

function add(candles: Map<number, Candle>, trade: Trade, intervalSeconds: number) {
  const start = startOfCandle(trade.timestampSeconds, intervalSeconds)
  candles.set(start, addTrade(candles.get(start), trade, intervalSeconds))
}

/** Keeps price and liquidity as the pool's accounts have them. */
function watch(chain: Chain, entry: Entry): () => void {
  const { protocol, pool: address } = entry.listing
  const venue: Venue = venues[protocol]
  let version = 0
  return chain.watchPool(venue, address, pool => {
    const mine = ++version
    void readPoolState(chain, venue, pool).then(
      state => {
        if (mine === version) Object.assign(entry, state)
      },
      // The next change brings the next try.
      () => {},
    )
  })
}

function tokenRow({ listing, price, nativeLamports, ...candles }: Entry, now: number): TokenRow {
  drop(candles.fine, now - fine.keptSeconds)
  drop(candles.coarse, now - coarse.keptSeconds)
  const lately = inOrder(candles.fine)
  const today = inOrder(candles.coarse)
  const { mint, symbol, name, decimals, program, picture, description, protocol, pool, createdAtSeconds } = listing
  const current = price ?? today.at(-1)?.close
  return {
    ...{ mint, symbol, name, decimals, program, picture, description, protocol, pool, createdAtSeconds },
    price: current ? { numerator: String(current.numerator), denominator: String(current.denominator) } : null,
    supply: String(listing.supply),
    liquidityLamports: nativeLamports === undefined ? null : String(2n * nativeLamports),
    volume5mLamports: String(volume(lately)),
    volume24hLamports: String(volume(today)),
    buys5m: lately.reduce((sum, candle) => sum + candle.buys, 0),
    sells5m: lately.reduce((sum, candle) => sum + candle.sells, 0),
    change5mBps: changeBps(priceAt(today, now - 300) ?? lately[0]?.open, current),
    change24hBps: changeBps(today[0]?.open, current),
  }
}

function drop(candles: Map<number, Candle>, beforeSeconds: number) {
  for (const start of candles.keys()) if (start < beforeSeconds) candles.delete(start)
}

/** A trade that came late may have begun an earlier candle last. */
const inOrder = (candles: Map<number, Candle>) => [...candles.values()].sort((a, b) => a.startSeconds - b.startSeconds)

const volume = (candles: readonly Candle[]) => candles.reduce((sum, candle) => sum + candle.volumeLamports, 0n)

/** The last price before a moment, as far as whole candles tell. */
function priceAt(candles: readonly Candle[], seconds: number): Ratio | undefined {
  return candles.findLast(candle => candle.startSeconds + candle.intervalSeconds <= seconds)?.close
}

/** From `before` to `after` in basis points, towards zero. */
function changeBps(before: Ratio | undefined, after: Ratio | undefined): number | null {
  if (before === undefined || after === undefined) return null
  const base = before.numerator * after.denominator
  const other = after.numerator * before.denominator
  const isUp = compareRatios(after, before) >= 0
  const magnitude = Number(mulDiv(isUp ? other - base : base - other, 10_000n, base, 'floor'))
  return isUp || magnitude === 0 ? magnitude : -magnitude
}
