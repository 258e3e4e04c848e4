import type { LiveTradeRow } from '@tern/server/appRouter'

/** The last trade of a token, for its live price. */
export interface Ticker extends Pick<LiveTradeRow, 'price' | 'side' | 'slot'> {
  /** Changes whenever the value should flash, at most twice a second. `undefined`: nothing flashes. */
  readonly flash: number | undefined
}

/** The last trade of each token, as long as the stream has no gap. */
export interface Tickers {
  get(mint: string): Ticker | undefined
  put(mint: string, ticker: Omit<Ticker, 'flash'>): void
  /** Call it after a gap in the stream: the last known trade of a token may not be its last trade. */
  forget(): void
  /**
   * Calls `onChange` after a token's trade, in the next frame with room for it.
   * In a crowded market, at most ten times a second. Returns a function that stops it.
   */
  listen(mint: string, onChange: () => void): () => void
}

const minBetweenFlashesMs = 500
/** In a crowded market, a value is not renewed more often than a person can read. */
const minBetweenRenewalsMs = 100

interface Surroundings {
  /** Runs a task before the next frame is drawn, with the max number of values to renew. */
  nextFrame(task: (max: number) => void): void
  /** Returns `true` if too much happens for flashes to be seen. */
  isCrowded(): boolean
  now(): number
}

export function createTickers({ nextFrame, isCrowded, now }: Surroundings): Tickers {
  const tickers = new Map<string, Ticker>()
  const flashes = new Map<string, { readonly count: number; readonly atMs: number }>()
  const listeners = new Map<string, Set<() => void>>()
  const changed = new Set<string>()
  const renewedAt = new Map<string, number>()

  /** Spreads a batch over several frames, because a frame that renews all of it would be late. */
  function flush(max: number) {
    let drawn = 0
    const atMs = now()
    for (const mint of changed) {
      if (drawn >= max) break
      if (isCrowded() && atMs - (renewedAt.get(mint) ?? 0) < minBetweenRenewalsMs) continue
      renewedAt.set(mint, atMs)
      changed.delete(mint)
      for (const listener of listeners.get(mint) ?? []) listener()
      drawn++
    }
    if (changed.size > 0) nextFrame(flush)
  }

  function change(mint: string) {
    if (!listeners.has(mint)) return
    if (changed.size === 0) nextFrame(flush)
    changed.add(mint)
  }

  function flashOf(mint: string): number | undefined {
    if (isCrowded()) return undefined
    const [last, atMs] = [flashes.get(mint), now()]
    if (last !== undefined && atMs - last.atMs < minBetweenFlashesMs) return last.count
    const count = (last?.count ?? 0) + 1
    flashes.set(mint, { count, atMs })
    return count
  }

  return {
    get: mint => tickers.get(mint),
    put(mint, ticker) {
      tickers.set(mint, { ...ticker, flash: flashOf(mint) })
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
