import { type LiquidityPool, loadLiquidity } from '@tern/venues'
import type { Client, PoolName } from '../../client.ts'
import { watchLoaded } from '../../watchLoaded.ts'

/**
 * Reports a pool's liquidity now and after each change, until the returned function is called.
 *
 * @param onError called if the pool cannot be read: `venue/unknownProtocol`, `address/*`, `pool/*`, `liquidity/*`,
 *   `layout/*`, `rpc/*`. The pool is read again.
 * @example
 * const stop = watchLiquidity(client, pool, { onPool: ({ reserves }) => console.log(reserves) }) // prints [1_000_000n, 5_000_000n]
 */
export function watchLiquidity(
  { chain }: Pick<Client, 'chain'>,
  { protocol, address }: Pick<PoolName, 'protocol' | 'address'>,
  { onPool, onError }: { readonly onPool: (pool: LiquidityPool) => void; readonly onError?: (error: unknown) => void },
): () => void {
  return watchLoaded(chain, {
    addresses: [address],
    load: () => loadLiquidity(protocol),
    onValue: onPool,
    ...(onError && { onError }),
  })
}
