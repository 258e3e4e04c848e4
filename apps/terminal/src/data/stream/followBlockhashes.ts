import type { BrowserStream } from './browserStream.ts'
import { latestBlockhash, readClocks } from './latestBlockhash.ts'

/**
 * Without a new block for this long, the chain stands still, and its last blockhash is not used for trades.
 * A running chain is reported at least every 2 s.
 */
const stillMs = 8_000

/** Follows the chain's blockhashes, and ignores a blockhash without valid heights. Call it once. */
export function startBlockhashes(stream: Pick<BrowserStream, 'want' | 'onRow' | 'feed'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => latestBlockhash.set(undefined)
  const stops = [
    stream.want('blockhash'),
    stream.onRow(({ blockhash }) => {
      if (blockhash === undefined || !isWhole(blockhash.lastValidBlockHeight) || !isWhole(blockhash.blockheight)) return
      clearTimeout(timer)
      timer = setTimeout(forget, stillMs)
      latestBlockhash.set({ ...blockhash, receivedAt: readClocks() })
    }),
    stream.feed.subscribe(() => {
      if (stream.feed.get().state === 'down') forget()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

const isWhole = (height: unknown) => Number.isSafeInteger(height)
