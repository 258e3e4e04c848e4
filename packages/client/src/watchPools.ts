import type { Address } from '@tern/core'
import { loadVenue, type Pool, type Protocol } from '@tern/venues'
import type { Client, PoolName } from './client.ts'
import { watchLoaded } from './watchLoaded.ts'

/** How to watch pools. */
export interface WatchPoolsOptions {
  readonly onPool: (pool: Pool) => void
  /** Called if a pool could not be read. It is tried again. */
  readonly onError?: (error: unknown, address: Address) => void
}

/**
 * Reports the states of several pools now and after each change, until the returned function is called.
 * Pools of the same protocol are polled together every 2 s. A pool that is alone in its protocol is pushed by subscriptions.
 *
 * @example
 * const stop = watchPools(client, pools, { onPool: ({ address, slot }) => console.log(address, slot) }) // prints a line at each change
 */
export function watchPools(
  { chain }: Pick<Client, 'chain'>,
  pools: readonly Pick<PoolName, 'protocol' | 'address'>[],
  { onPool, onError }: WatchPoolsOptions,
): () => void {
  const groups = new Map<Protocol, Address[]>()
  for (const { protocol, address } of pools) groups.set(protocol, [...(groups.get(protocol) ?? []), address])
  const stops = [...groups].map(([protocol, addresses]) =>
    watchLoaded(chain, {
      ...{ addresses, load: () => loadVenue(protocol), onValue: onPool },
      ...(onError && { onError }),
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
