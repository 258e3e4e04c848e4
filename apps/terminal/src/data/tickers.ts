import type { LiveTradeRow } from '@tern/server/appRouter'

/** The last trade of a token, for its live price. */
export type Ticker = Pick<LiveTradeRow, 'price' | 'side' | 'slot'>

/** The last trade of each token while the stream of trades is whole. */
export interface Tickers {
  get(mint: string): Ticker | undefined
  put(mint: string, ticker: Ticker): void
  /** After a gap in the stream: what was last heard of a token need not be its last trade. */
  forget(): void
  /** `onChange` of one token only, at most once a frame. @returns stops listening. */
  listen(mint: string, onChange: () => void): () => void
}

/** `nextFrame`: runs a task before the page is drawn next. */
export function createTickers(nextFrame: (task: () => void) => void): Tickers {
  const tickers = new Map<string, Ticker>()
  const listeners = new Map<string, Set<() => void>>()
  const changed = new Set<string>()

  function flush() {
    const mints = [...changed]
    changed.clear()
    for (const mint of mints) for (const listener of listeners.get(mint) ?? []) listener()
  }

  function change(mint: string) {
    if (changed.size === 0) nextFrame(flush)
    changed.add(mint)
  }

  return {
    get: mint => tickers.get(mint),
    put(mint, ticker) {
      tickers.set(mint, ticker)
      change(mint)
    },
    forget() {
      for (const mint of tickers.keys()) change(mint)
      tickers.clear()
    },
    listen(mint, onChange) {
      const all = listeners.get(mint) ?? new Set()
      listeners.set(mint, all.add(onChange))
      return () => {
        all.delete(onChange)
        if (all.size === 0 && listeners.get(mint) === all) listeners.delete(mint)
      }
    },
  }
}
