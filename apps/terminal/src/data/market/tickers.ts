import type { LiveTradeRow } from '@tern/server/appRouter'

/** The last trade of a token, for its live price. */
export interface Ticker extends Pick<LiveTradeRow, 'price' | 'side' | 'slot'> {
  /** Another one when the value may flash: at most twice a second. A key for the element that does. */
  readonly flash: number
}

/** The last trade of each token while the stream of trades is whole. */
export interface Tickers {
  get(mint: string): Ticker | undefined
  put(mint: string, ticker: Omit<Ticker, 'flash'>): void
  /** After a gap in the stream: what was last heard of a token need not be its last trade. */
  forget(): void
  /** `onChange` of one token only, at most once a frame. @returns stops listening. */
  listen(mint: string, onChange: () => void): () => void
}

const leastBetweenFlashesMs = 500

/** `nextFrame`: runs a task before the page is drawn next. */
export function createTickers(nextFrame: (task: () => void) => void, now = () => performance.now()): Tickers {
  const tickers = new Map<string, Ticker>()
  const flashedAt = new Map<string, number>()
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
      const [last, at] = [tickers.get(mint)?.flash, now()]
      const isSoon = last !== undefined && at - (flashedAt.get(mint) ?? 0) < leastBetweenFlashesMs
      if (!isSoon) flashedAt.set(mint, at)
      tickers.set(mint, { ...ticker, flash: isSoon ? last : (last ?? 0) + 1 })
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
