import { type Clock, parseAddress } from '@tern/core'
import { noEarlierThan } from '@tern/core/internal'
import { type LiquidityPool, loadLiquidity } from '@tern/venues'
import type { Client, PoolName } from '../../client.ts'

/** A pool's liquidity, and the time to quote it at. */
export interface PoolLiquidity {
  readonly pool: LiquidityPool
  readonly clock: Clock
}

/**
 * Reads a pool's liquidity.
 *
 * @throws TernError `venue/unknownProtocol` if Tern cannot change the liquidity of this protocol.
 * @throws TernError `address/*`, `pool/*`, `liquidity/vaultNotFound`, `layout/*`, `rpc/*`.
 * @example
 * (await readLiquidity(client, { protocol: 'raydium_cpmm', address })).pool.lpSupply // 4_472_135_954n raw units
 */
export async function readLiquidity(
  { chain }: Pick<Client, 'chain'>,
  { protocol, address }: Pick<PoolName, 'protocol' | 'address'>,
): Promise<PoolLiquidity> {
  const venue = await loadLiquidity(protocol)
  const [pool, clock] = await Promise.all([
    chain.read(venue, parseAddress(address), { maxAgeMs: 0 }),
    chain.readClock(),
  ])
  return { pool, clock: noEarlierThan(pool.slot, clock) }
}
