import type { LiveTradeRow } from '@tern/server/appRouter'
import { useMemo } from 'react'
import { type Followed, useStore } from '../store.ts'
import { pageStream } from '../stream/pageStream.ts'
import { createPace, pageClockwork } from './framePace.ts'
import { createTickers, type Ticker } from './tickers.ts'
import { createTradeLists } from './tradeLists.ts'

/** State of the stream of trades, and since when it is down. */
export const { feed, onGap: onResume } = pageStream

const pace = createPace(pageClockwork)
const tickers = createTickers({ nextFrame: pace.soon, isCrowded: pace.isCrowded, now: pageClockwork.now })
/** Returns `true` if more trades arrive than a person can follow. */
export const { isCrowded } = pace
const tradeLists = createTradeLists(mint => pageStream.want(`trades:${mint}`))
const tickedListeners = new Set<(mints: readonly string[]) => void>()

/** Follows the last trade of every token. Call it once. */
export function startLiveTrades(): () => void {
  const stops = [
    pageStream.want('tickers'),
    pageStream.onGap(tickers.forget),
    pageStream.onRow(row => {
      const { tickers: ticked = [], traded = 0, trades = {} } = row
      pace.saw(traded)
      for (const { mint, price, side, slot } of ticked) {
        // This throws for an invalid price, so that the whole message is refused.
        BigInt(price.numerator) / BigInt(price.denominator)
        tickers.put(mint, { price, side, slot })
      }
      const mints = ticked.map(({ mint }) => mint)
      for (const listener of tickedListeners) listener(mints)
      for (const [mint, rows] of Object.entries(trades)) tradeLists.publish(mint, rows)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Calls `listener` once for every new trade of a token. Returns a function that stops it. */
export function onTradesOf(mint: string, listener: (trade: LiveTradeRow) => void): () => void {
  return tradeLists.listen(mint, listener)
}

/** Calls `listener` with the traded tokens of each batch. Returns a function that stops it. */
export function onTicked(listener: (mints: readonly string[]) => void): () => void {
  tickedListeners.add(listener)
  return () => tickedListeners.delete(listener)
}

/** The last trade of a token. Listeners are called at most once a frame. */
export const tickerOf = (mint: string): Followed<Ticker | undefined> => ({
  get: () => tickers.get(mint),
  subscribe: listener => tickers.listen(mint, listener),
})

/** Follows the last trade of a token. A component renders only for its own token. */
export function useTicker(mint: string): Ticker | undefined {
  return useStore(useMemo(() => tickerOf(mint), [mint]))
}
