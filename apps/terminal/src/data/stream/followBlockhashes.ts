import { latestBlockhash, readClocks } from './latestBlockhash.ts'
import { pageStream } from './pageStream.ts'

/** Follows the chain's blockhashes; call once. */
export function startBlockhashes(): () => void {
  const stops = [
    pageStream.want('blockhash'),
    pageStream.onRow(({ blockhash }) => {
      if (blockhash !== undefined) latestBlockhash.set({ ...blockhash, heardAt: readClocks() })
    }),
    pageStream.feed.subscribe(() => {
      if (pageStream.feed.get().state === 'down') latestBlockhash.set(undefined)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
