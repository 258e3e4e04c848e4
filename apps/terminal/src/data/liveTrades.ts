import type { LiveTradeRow } from '@tern/server/appRouter'
import { useCallback, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'
import { createTickers, type Ticker } from './tickers.ts'
import { trpc } from './trpc.ts'
import { whileVisible } from './whileVisible.ts'

/** Whether trades arrive: `waiting` before the first connection, `down` when it is lost and being tried again. */
type Feed = { readonly state: 'waiting' | 'live' } | { readonly state: 'down'; readonly sinceMs: number }

export const feed = createStore<Feed>({ state: 'waiting' })

const tickers = createTickers(task => void requestAnimationFrame(task))
const tradeListeners = new Set<(trade: LiveTradeRow) => void>()
const resumeListeners = new Set<() => void>()

function receive(trade: LiveTradeRow) {
  const { mint, price, side, slot } = trade
  tickers.put(mint, { price, side, slot })
  for (const listener of tradeListeners) listener(trade)
}

function resume() {
  tickers.forget()
  for (const listener of resumeListeners) listener()
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
            if (interrupted) resume()
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
  const listen = useCallback((onChange: () => void) => tickers.listen(mint, onChange), [mint])
  return useSyncExternalStore(listen, () => tickers.get(mint))
}
