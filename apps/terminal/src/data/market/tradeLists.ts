import type { LiveTradeRow } from '@tern/server/appRouter'

type Listener = (trade: LiveTradeRow) => void

/** Who listens to the trades of which token. */
export interface TradeLists {
  /** @returns stops listening. */
  listen(mint: string, listener: Listener): () => void
  /** Trades of a token, oldest first; those that were told of before are left out. */
  tell(mint: string, trades: readonly LiveTradeRow[]): void
}

/** So many of a token's trades are known again: more than the server repeats when a topic is asked for anew. */
const mostKnown = 2_000

/** One transaction may hold several swaps of the same token; these fields tell them apart. */
const keyOf = ({ signature, side, lamports, tokens }: LiveTradeRow) => `${signature} ${side} ${lamports} ${tokens}`

/** `want`: asks for the trades of a token, once for all who listen to them; it returns how to leave off. */
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
    tell(mint, trades) {
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
        if (known.size <= mostKnown) break
        known.delete(key)
      }
    },
  }
}
