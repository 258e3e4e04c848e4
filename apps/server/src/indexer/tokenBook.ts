import { type Address, amountScale, type Ratio } from '@tern/core'
import { compareRatios, mulDiv } from '@tern/core/internal'
import type { DevTokensRow, TokenDetailRow, TokenRow } from '../data/rows.ts'
import type { Candle, Trade } from './candle.ts'
import { type CandleWindow, createCandleWindow } from './candleWindow.ts'
import type { Listing } from './listing.ts'
import type { MarketStore } from './marketStore.ts'
import type { PoolState } from './poolState.ts'

const fine = { intervalSeconds: 5, keptSeconds: 300 }
const coarse = { intervalSeconds: 60, keptSeconds: 86_400 }

/**
 * Max listed tokens of launchpads. For another token, the book drops the token that has been quiet for longest: neither
 * launched, traded nor viewed. The tokens of the settings stay. A dropped token can be found again by its mint, on the
 * chain.
 */
const maxLaunched = 400

/** The listed tokens with their prices and recent trades, in memory. */
export interface TokenBook {
  list(): readonly TokenRow[]
  /** Returns a token, and counts as a view of it. */
  get(mint: string): TokenDetailRow | undefined
  /** Returns the other tokens of a listed token's creator, newest first. */
  byDevOf(mint: string): DevTokensRow | undefined
  /** Lamports per raw unit. `undefined`: not known. */
  priceOf(mint: string): Ratio | undefined
  listings(): readonly Listing[]
  listingOf(mint: string): Listing | undefined
  isListed(mint: string): boolean
  poolOf(mint: string): Address | undefined
  mintOf(pool: string): Address | undefined
  /**
   * Lists tokens. For a listed token it only adds a missing launch time or creator. `given` tokens are never dropped.
   *
   * @param lastActive when each mint was last traded or asked for, if known.
   * @returns the tokens that were dropped to make room.
   */
  add(
    listings: readonly Listing[],
    kind: 'given' | 'launched',
    lastActive?: ReadonlyMap<Address, number>,
  ): Promise<readonly Listing[]>
  /** Removes a launched token. @returns its listing; `undefined` if it is not listed, or was `given`. */
  remove(mint: Address): Listing | undefined
  /** Checks if a launchpad's token, last active at this time, would be listed. */
  hasRoom(activeAtSeconds: number): boolean
  /** Adds stored trades to the candles in memory. */
  count(trades: readonly Trade[]): void
  setState(pool: Address, state: PoolState): void
  /** Reads the candles of pools again, after trades were removed. @returns the mints of the listed ones. */
  reload(pools: readonly string[]): Promise<readonly Address[]>
  /**
   * Moves a token to another pool, with that pool's candles. The old pool's address still leads to the token.
   *
   * @returns its new listing.
   */
  move(
    mint: Address,
    to: Pick<Listing, 'protocol' | 'pool'>,
  ): Promise<{ readonly listing: Listing; readonly kind: Entry['kind'] } | undefined>
}

interface Entry {
  listing: Listing
  readonly kind: 'given' | 'launched'
  fine: CandleWindow
  coarse: CandleWindow
  state: PoolState | undefined
  /** The last price that the pool reported. */
  price: Ratio | undefined
  /** Time of its launch, last trade or last view. */
  activeAtSeconds: number
  /** Seconds by which the chain's clock is ahead of this machine's. */
  aheadSeconds: number
}

/** Creates an empty book. `now`: seconds since 1970. */
export function createTokenBook(
  store: Pick<MarketStore, 'readCandles'>,
  { now = () => Math.floor(Date.now() / 1000), max = maxLaunched } = {},
): TokenBook {
  const byMint = new Map<string, Entry>()
  const byPool = new Map<string, Entry>()
  let launched = 0

  const quietest = () =>
    [...byMint.values()]
      .filter(({ kind }) => kind === 'launched')
      .reduce<Entry | undefined>((a, b) => (a && a.activeAtSeconds <= b.activeAtSeconds ? a : b), undefined)

  function drop(entry: Entry | undefined): Listing | undefined {
    if (entry?.kind !== 'launched') return undefined
    byMint.delete(entry.listing.mint)
    for (const [pool, one] of byPool) if (one === entry) byPool.delete(pool)
    launched--
    return entry.listing
  }

  async function addOne(listing: Listing, kind: Entry['kind'], lastActiveAt: number) {
    const known = byMint.get(listing.mint)
    if (known !== undefined) {
      const createdAtSeconds = known.listing.createdAtSeconds ?? listing.createdAtSeconds
      known.listing = { ...known.listing, createdAtSeconds, creator: known.listing.creator ?? listing.creator }
      return
    }
    const entry = await readEntry(store, listing, kind, now)
    entry.activeAtSeconds = Math.max(entry.activeAtSeconds, lastActiveAt)
    byMint.set(listing.mint, entry)
    byPool.set(listing.pool, entry)
    if (kind === 'launched') launched++
  }

  return {
    list: () => [...byMint.values()].filter(isShown).map(entry => tokenRow(entry, now())),
    get(mint) {
      const entry = byMint.get(mint)
      if (entry === undefined) return undefined
      entry.activeAtSeconds = now()
      return { ...tokenRow(entry, now()), uri: entry.listing.uri }
    },
    byDevOf(mint) {
      const entry = byMint.get(mint)
      if (entry === undefined) return undefined
      const { creator } = entry.listing
      const others = [...byMint.values()].filter(
        one => one !== entry && one.listing.creator === creator && isShown(one),
      )
      const tokens = creator === null ? [] : others.map(one => tokenRow(one, now()))
      return { creator, tokens: tokens.sort((a, b) => (b.createdAtSeconds ?? 0) - (a.createdAtSeconds ?? 0)) }
    },
    priceOf(mint) {
      const entry = byMint.get(mint)
      return entry && currentPrice(entry, entry.coarse.inOrder())
    },
    listings: () => [...byMint.values()].map(({ listing }) => listing),
    listingOf: mint => byMint.get(mint)?.listing,
    isListed: mint => byMint.has(mint),
    poolOf: mint => byMint.get(mint)?.listing.pool,
    mintOf: pool => byPool.get(pool)?.listing.mint,
    async add(listings, kind, lastActive) {
      await Promise.all(listings.map(listing => addOne(listing, kind, lastActive?.get(listing.mint) ?? 0)))
      const gone: Listing[] = []
      while (launched > max) gone.push(...[drop(quietest())].filter(one => one !== undefined))
      return gone
    },
    remove: mint => drop(byMint.get(mint)),
    hasRoom: activeAtSeconds => launched < max || activeAtSeconds >= (quietest()?.activeAtSeconds ?? 0),
    count(trades) {
      for (const trade of trades) {
        const entry = byPool.get(trade.pool)
        if (entry === undefined) continue
        entry.fine.add(trade)
        entry.coarse.add(trade)
        if (trade.timestampSeconds > entry.activeAtSeconds) entry.activeAtSeconds = trade.timestampSeconds
      }
    },
    async move(mint, to) {
      const entry = byMint.get(mint)
      if (entry === undefined) return undefined
      const known = await readEntry(store, { ...entry.listing, ...to }, entry.kind, now)
      entry.listing = known.listing
      entry.fine = known.fine
      entry.coarse = known.coarse
      byPool.set(to.pool, entry)
      return { listing: entry.listing, kind: entry.kind }
    },
    async reload(pools) {
      const entries = new Set(pools.map(pool => byPool.get(pool)).filter(entry => entry !== undefined))
      for (const entry of entries) Object.assign(entry, await readWindows(store, entry.listing.pool, now))
      return [...entries].map(({ listing }) => listing.mint)
    },
    setState(pool, state) {
      const entry = byPool.get(pool)
      if (entry === undefined || entry.listing.pool !== pool) return
      entry.state = state
      if (state.protocol !== entry.listing.protocol) entry.listing = { ...entry.listing, protocol: state.protocol }
      if (entry.listing.creator === null && state.creator !== undefined)
        entry.listing = { ...entry.listing, creator: state.creator }
      entry.price = state.price ?? entry.price
      entry.aheadSeconds = state.readAtSeconds - now()
      if (state.scaling !== undefined) entry.listing = { ...entry.listing, scaling: state.scaling }
    },
  }
}

async function readEntry(
  store: Pick<MarketStore, 'readCandles'>,
  listing: Listing,
  kind: Entry['kind'],
  now: () => number,
): Promise<Entry> {
  const windows = await readWindows(store, listing.pool, now)
  const newest = windows.coarse.inOrder().at(-1)?.startSeconds ?? 0
  const activeAtSeconds = Math.max(listing.createdAtSeconds ?? 0, newest)
  return { listing, kind, ...windows, state: undefined, price: undefined, activeAtSeconds, aheadSeconds: 0 }
}

async function readWindows(store: Pick<MarketStore, 'readCandles'>, pool: string, now: () => number) {
  const read = async (span: typeof fine) => {
    const { intervalSeconds, keptSeconds } = span
    const limit = keptSeconds / intervalSeconds + 1
    const fromSeconds = now() - keptSeconds
    return createCandleWindow(span, await store.readCandles(pool, { intervalSeconds, limit, fromSeconds }), now)
  }
  const [lately, today] = await Promise.all([read(fine), read(coarse)])
  return { fine: lately, coarse: today }
}

/** A launched token appears once its pool's state is read: its price and its progress are unknown before. */
const isShown = ({ kind, state }: Entry) => kind === 'given' || state !== undefined

/** Returns the current price. For a pool that no longer trades, it is the price after its last trade. */
const currentPrice = ({ state, price }: Entry, today: readonly Candle[]) => state?.price ?? today.at(-1)?.close ?? price

function tokenRow(entry: Entry, now: number): TokenRow {
  const { listing, state } = entry
  const lately = entry.fine.inOrder()
  const today = entry.coarse.inOrder()
  const { mint, symbol, name, decimals, program, picture, description, protocol, pool, createdAtSeconds } = listing
  const { mintAuthority, freezeAuthority, transferFeeBps, scaling } = listing
  const scale = amountScale(scaling, BigInt(now + entry.aheadSeconds))
  const opensAt = state?.opensAtSeconds
  const current = currentPrice(entry, today)
  return {
    ...{ mint, symbol, name, decimals, program, picture, description, protocol, pool, createdAtSeconds },
    ...{ mintAuthority, freezeAuthority, transferFeeBps },
    scale: scale === undefined ? null : { kind: scale.kind, multiplier: String(scale.multiplier) },
    price: current ? { numerator: String(current.numerator), denominator: String(current.denominator) } : null,
    supply: String(listing.supply),
    liquidityLamports: state === undefined ? null : String(liquidity(state)),
    opensAtSeconds: opensAt !== undefined && opensAt > now ? opensAt : null,
    curve: state?.curve ?? null,
    volume5mLamports: String(volume(lately)),
    volume24hLamports: String(volume(today)),
    buys5m: lately.reduce((sum, candle) => sum + candle.buys, 0),
    sells5m: lately.reduce((sum, candle) => sum + candle.sells, 0),
    change5mBps: changeBps(priceAt(today, now - 300) ?? lately[0]?.open, current),
    change24hBps: changeBps(today[0]?.open, current),
  }
}

/**
 * Returns the liquidity in lamports. A curve counts its SOL only: its reserves are partly virtual, so its tokens are
 * not worth as much.
 */
const liquidity = ({ curve, nativeLamports }: PoolState) => (curve === undefined ? 2n : 1n) * nativeLamports

const volume = (candles: readonly Candle[]) => candles.reduce((sum, candle) => sum + candle.volumeLamports, 0n)

/** Returns the last price before a time, by whole candles. */
function priceAt(candles: readonly Candle[], seconds: number): Ratio | undefined {
  return candles.findLast(candle => candle.startSeconds + candle.intervalSeconds <= seconds)?.close
}

/** Returns the change from `before` to `after` in basis points, rounded towards zero. */
function changeBps(before: Ratio | undefined, after: Ratio | undefined): number | null {
  if (before === undefined || after === undefined) return null
  const base = before.numerator * after.denominator
  const other = after.numerator * before.denominator
  const isUp = compareRatios(after, before) >= 0
  const magnitude = Number(mulDiv(isUp ? other - base : base - other, 10_000n, base, 'floor'))
  return isUp || magnitude === 0 ? magnitude : -magnitude
}
