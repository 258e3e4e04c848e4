import type { Chain, WatchOptions } from '@tern/chain'
import { type Address, parseAddress, type Readable, type ReadValue } from '@tern/core'

/** An object to watch, if the code that opens it is loaded on demand. */
interface Loaded<Value extends ReadValue> extends WatchOptions<Value> {
  readonly address: Address
  load(): Promise<Readable<Value>>
}

/**
 * Loads the code that opens an object, then watches the object. The returned function stops the watch. `onError` also receives the
 * error if the code cannot be loaded or the address is invalid.
 */
export function watchLoaded<Value extends ReadValue>(
  chain: Chain,
  { address, load, ...options }: Loaded<Value>,
): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  async function watch() {
    const readable = await load()
    if (!isStopped) stop = chain.watch(readable, parseAddress(address), options)
  }
  watch().catch(error => {
    if (!isStopped) options.onError?.(error, address)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
