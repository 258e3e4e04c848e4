import type { LiveTradeRow } from '@tern/server/appRouter'

/** The last trade of a token, for its live price. */
export interface Ticker extends Pick<LiveTradeRow, 'price' | 'side' | 'slot'> {
  /** Another number each time that the value is to flash, at most twice a second; `undefined`: nothing flashes. */
  readonly flash: number | undefined
}

/** The last trade of each token while the stream of trades is whole. */
export interface Tickers {
  get(mint: string): Ticker | undefined
  put(mint: string, ticker: Omit<Ticker, 'flash'>): void
  /** After a gap in the stream: what was last heard of a token need not be its last trade. */
  forget(): void
  /** `onChange` of one token only, in the next frame that has room for it; in a crowded market at most ten times a second. @returns stops listening. */
  listen(mint: string, onChange: () => void): () => void
}

const leastBetweenFlashesMs = 500
/** In a crowded market a value is renewed no more often than anybody reads. */
const leastBetweenRenewalsMs = 100

interface Surroundings {
  /** Runs a task before the page is drawn next, with how many values it may renew. */
  nextFrame(task: (most: number) => void): void
  /** So much happens that nobody could tell what flashes. */
  isCrowded(): boolean
  now(): number
}

export function createTickers({ nextFrame, isCrowded, now }: Surroundings): Tickers {
  const tickers = new Map<string, Ticker>()
  const flashes = new Map<string, { readonly count: number; readonly atMs: number }>()
  const listeners = new Map<string, Set<() => void>>()
  const changed = new Set<string>()
  const renewedAt = new Map<string, number>()

  /** What comes as a batch is drawn over the frames until the next one: all of it in one is a frame that comes late. */
  function flush(most: number) {
    let told = 0
    const atMs = now()
    for (const mint of changed) {
      if (told >= most) break
      if (isCrowded() && atMs - (renewedAt.get(mint) ?? 0) < leastBetweenRenewalsMs) continue
      renewedAt.set(mint, atMs)
      changed.delete(mint)
      for (const listener of listeners.get(mint) ?? []) listener()
      told++
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
    if (last !== undefined && atMs - last.atMs < leastBetweenFlashesMs) return last.count
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
