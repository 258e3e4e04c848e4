import { parseAddress, TernError } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import type { Client, PoolName } from '../../client.ts'

/**
 * Reports a pool's liquidity now and after each change, until the returned function is called.
 *
 * @param onError called if the pool cannot be read: `venue/unknownProtocol`, `address/*`, `pool/*`, `liquidity/*`,
 *   `layout/*`, `rpc/*`. The pool is read again.
 * @example
 * const stop = watchLiquidity(client, pool, ({ reserves }) => console.log(reserves)) // prints [1_000_000n, 5_000_000n]
 */
export function watchLiquidity(
  { chain }: Pick<Client, 'chain'>,
  { protocol, address }: Pick<PoolName, 'protocol' | 'address'>,
  onPool: (pool: LiquidityPool) => void,
  onError: (error: unknown) => void = () => undefined,
): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  async function watch() {
    if (protocol !== 'raydium_cpmm') throw new TernError('venue/unknownProtocol', { protocol })
    const { raydiumCpmmLiquidity } = await import('@tern/venues/raydiumCpmm/liquidity')
    if (!isStopped) stop = chain.watch(raydiumCpmmLiquidity, parseAddress(address), { onValue: onPool, onError })
  }
  watch().catch(error => {
    if (!isStopped) onError(error)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
