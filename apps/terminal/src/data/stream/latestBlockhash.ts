import { createStore } from '../store.ts'
import { type HeardBlockhash, readClocks } from './freshLifetime.ts'
import { pageStream } from './pageStream.ts'

/** The chain's latest blockhash; `undefined` before the first and while the server is not heard. */
export const latestBlockhash = createStore<HeardBlockhash | undefined>(undefined)

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
