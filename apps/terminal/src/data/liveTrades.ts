import type { LiveTradeRow } from '@tern/server/appRouter'
import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'
import { trpc } from './trpc.ts'
import { whileVisible } from './whileVisible.ts'

/** The last trade of a token, for its live price. */
export interface Ticker {
  readonly price: LiveTradeRow['price']
  readonly side: LiveTradeRow['side']
  readonly slot: number
}

/** Whether trades arrive: `waiting` before the first connection, `down` when it is lost and being tried again. */
type Feed = { readonly state: 'waiting' | 'live' } | { readonly state: 'down'; readonly sinceMs: number }

export const feed = createStore<Feed>({ state: 'waiting' })

const tickers = new Map<string, Ticker>()
const tickerListeners = new Map<string, Set<() => void>>()
const tradeListeners = new Set<(trade: LiveTradeRow) => void>()
const resumeListeners = new Set<() => void>()
const changed = new Set<string>()

function flush() {
  for (const mint of changed) for (const listener of tickerListeners.get(mint) ?? []) listener()
  changed.clear()
}

function receive(trade: LiveTradeRow) {
  tickers.set(trade.mint, { price: trade.price, side: trade.side, slot: trade.slot })
  if (changed.size === 0) requestAnimationFrame(flush)
  changed.add(trade.mint)
  for (const listener of tradeListeners) listener(trade)
}

/** Opens the page's one stream of trades; call once. */
export function startLiveTrades(): () => void {
  let interrupted = false
  const lose = () => {
    interrupted = true
    if (feed.get().state !== 'down') feed.set({ state: 'down', sinceMs: Date.now() })
  }
  return whileVisible(() => {
    const subscription = trpc.markets.onTrades.subscribe(
      {},
      {
        onData: receive,
        onConnectionStateChange: ({ state }) => {
          if (state === 'pending') {
            feed.set({ state: 'live' })
            if (interrupted) for (const listener of resumeListeners) listener()
            interrupted = false
          } else if (feed.get().state === 'live') lose()
        },
        onError: lose,
      },
    )
    return () => {
      interrupted = true
      subscription.unsubscribe()
    }
  })
}

/** Every trade of every token as it arrives. @returns stops listening. */
export function onLiveTrade(listener: (trade: LiveTradeRow) => void): () => void {
  tradeListeners.add(listener)
  return () => tradeListeners.delete(listener)
}

/** After a gap in the stream: what was fetched before it must be fetched again. @returns stops listening. */
export function onResume(listener: () => void): () => void {
  resumeListeners.add(listener)
  return () => resumeListeners.delete(listener)
}

/** The last trade of one token; a component follows only its own token, at most once a frame. */
export function useTicker(mint: string): Ticker | undefined {
  return useSyncExternalStore(
    listener => {
      const listeners = tickerListeners.get(mint) ?? new Set()
      tickerListeners.set(mint, listeners.add(listener))
      return () => listeners.delete(listener)
    },
    () => tickers.get(mint),
  )
}
