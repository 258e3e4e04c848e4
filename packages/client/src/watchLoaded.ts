import type { Chain, WatchOptions } from '@tern/chain'
import { type Address, parseAddress, type Readable, type ReadValue } from '@tern/core'

/** Objects of a kind to watch, if the code that opens the objects is loaded on demand. */
interface Loaded<Value extends ReadValue> extends WatchOptions<Value> {
  readonly addresses: readonly Address[]
  load(): Promise<Readable<Value>>
}

/**
 * Loads the code that opens the objects, then watches the objects. The returned function stops the watch. `onError` also receives the
 * error if the code cannot be loaded or an address is invalid: once for each address.
 */
export function watchLoaded<Value extends ReadValue>(
  chain: Chain,
  { addresses, load, ...options }: Loaded<Value>,
): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  async function watch() {
    const readable = await load()
    if (!isStopped) stop = chain.watch(readable, addresses.map(parseAddress), options)
  }
  watch().catch(error => {
    for (const address of addresses) if (!isStopped) options.onError?.(error, address)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
