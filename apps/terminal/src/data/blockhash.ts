import type { BlockhashRow } from '@tern/server/appRouter'
import { createStore } from './store.ts'
import { trpc } from './trpc.ts'
import { whileVisible } from './whileVisible.ts'

/** The chain's latest blockhash; `undefined` before the first and after the stream broke. */
export const latestBlockhash = createStore<BlockhashRow | undefined>(undefined)

/** Opens the page's one stream of blockhashes; call once. */
export function startBlockhashes(): () => void {
  return whileVisible(() => {
    const subscription = trpc.markets.onBlockhash.subscribe(undefined, {
      onData: received => latestBlockhash.set(received),
      onConnectionStateChange: ({ state }) => {
        if (state !== 'pending') latestBlockhash.set(undefined)
      },
      onError: () => latestBlockhash.set(undefined),
    })
    return () => subscription.unsubscribe()
  })
}
