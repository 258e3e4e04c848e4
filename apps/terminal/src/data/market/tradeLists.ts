import type { LiveTradeRow } from '@tern/server/appRouter'

type Listener = (trade: LiveTradeRow) => void

/** Passes the trades of each token to its listeners. */
export interface TradeLists {
  /** @returns stops listening. */
  listen(mint: string, listener: Listener): () => void
  /** Takes a token's trades, oldest first. Trades that were passed on before are skipped. */
  publish(mint: string, trades: readonly LiveTradeRow[]): void
}

/** How many trades of a token are remembered. The server repeats fewer when a topic is requested again. */
const maxKnown = 2_000

/** A transaction may have several swaps of one token; these fields distinguish the swaps. */
const keyOf = ({ signature, side, lamports, tokens }: LiveTradeRow) => `${signature} ${side} ${lamports} ${tokens}`

/** @param want requests a token's trades, once for all its listeners, and returns a function that ends the request. */
export function createTradeLists(want: (mint: string) => () => void): TradeLists {
  const lists = new Map<string, { listeners: Set<Listener>; known: Set<string>; leave: () => void }>()
  return {
    listen(mint, listener) {
      const list = lists.get(mint) ?? { listeners: new Set(), known: new Set(), leave: want(mint) }
      lists.set(mint, list)
      list.listeners.add(listener)
      return () => {
        list.listeners.delete(listener)
        if (list.listeners.size > 0 || lists.get(mint) !== list) return
        lists.delete(mint)
        list.leave()
      }
    },
    publish(mint, trades) {
      const list = lists.get(mint)
      if (list === undefined) return
      const { known, listeners } = list
      for (const trade of trades) {
        const key = keyOf(trade)
        if (known.has(key)) continue
        known.add(key)
        for (const listener of listeners) listener(trade)
      }
      for (const key of known) {
        if (known.size <= maxKnown) break
        known.delete(key)
      }
    },
  }
}
