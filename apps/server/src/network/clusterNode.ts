import { readListedPools } from '@tern/client'
import { type Address, isTernError } from '@tern/core'
import type { Candidate } from '@tern/venues/finder'
import type { Config } from '../config.ts'
import { listPools } from '../indexer/listing.ts'
import { mainnetGenesis } from './network.ts'
import type { Node } from './node.ts'

/** Somebody waits for the token: an index that is slow is done without. */
const listedTimeoutMs = 3_000
/** The most liquid of those that are listed. */
const mostListed = 20

/**
 * A cluster's nodes, and the pools that are listed there. The server itself does not trade on it. `poolIndex`: where pools of mainnet are
 * listed; unset: at Raydium.
 */
export function clusterNode(
  cluster: NonNullable<Config['cluster']>,
  { pools, lookupTable }: Pick<Config, 'pools' | 'lookupTable'>,
  poolIndex: string | undefined,
): Node {
  return {
    addresses: cluster.nodes,
    lookupTable,
    pictureOf: () => undefined,
    metadataOf: async () => undefined,
    list: chain => listPools(chain, pools),
    candidatesOf: async (mint, genesisHash) => (genesisHash === mainnetGenesis ? readListed(mint, poolIndex) : []),
    persist: read => read(),
    startTrading: () => async () => {},
    close: async () => {},
  }
}

/** None where the index does not say: it is asked beside the chain, never instead of it. */
async function readListed(mint: Address, api: string | undefined): Promise<readonly Candidate[]> {
  try {
    const signal = AbortSignal.timeout(listedTimeoutMs)
    return (await readListedPools(mint, { signal, ...(api !== undefined && { api }) })).slice(0, mostListed)
  } catch (error) {
    if (isTernError(error)) return []
    throw error
  }
}
