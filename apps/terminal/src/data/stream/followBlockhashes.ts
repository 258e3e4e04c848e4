import type { BrowserStream } from './browserStream.ts'
import { latestBlockhash, readClocks } from './latestBlockhash.ts'

/** A chain that makes blocks is heard of every 2 s at least: one that is not for so long stands still, and its last block is none to trade by. */
const stillMs = 8_000

/** Follows the chain's blockhashes; call once. One by which nothing can be signed is none. */
export function startBlockhashes(stream: Pick<BrowserStream, 'want' | 'onRow' | 'feed'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => latestBlockhash.set(undefined)
  const stops = [
    stream.want('blockhash'),
    stream.onRow(({ blockhash }) => {
      if (blockhash === undefined || !isWhole(blockhash.lastValidBlockHeight) || !isWhole(blockhash.blockheight)) return
      clearTimeout(timer)
      timer = setTimeout(forget, stillMs)
      latestBlockhash.set({ ...blockhash, heardAt: readClocks() })
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
