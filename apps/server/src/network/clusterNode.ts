import { type PoolName, readListedPools, readPoolTables } from '@tern/client'
import { type Address, isTernError } from '@tern/core'
import type { Candidate } from '@tern/venues/internal/finder'
import type { Config } from '../config.ts'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { listPools } from '../indexer/listing.ts'
import { mainnetGenesis } from './network.ts'
import type { Node } from './node.ts'

/** A client waits for the token, so a slow index is skipped. */
const listedTimeoutMs = 3_000
/** Rate limit of the index's lists for routes, for all clients together. */
const listsOfTokens = { burst: 30, perSecond: 1 }
/** Keeps only the first, most liquid pools of the index. */
const maxListed = 20

/**
 * Creates the node of a cluster, with the pools to list there. The server itself does not trade on a cluster.
 *
 * @param poolIndex base URL of the index of mainnet's pools. Unset: Raydium's own.
 */
export function clusterNode(
  cluster: NonNullable<Config['cluster']>,
  { pools, lookupTable }: Pick<Config, 'pools' | 'lookupTable'>,
  poolIndex: string | undefined,
): Node {
  const lists = createClientRateLimit(listsOfTokens)
  return {
    addresses: cluster.nodes,
    lookupTable,
    pictureOf: () => undefined,
    metadataOf: async () => undefined,
    list: chain => listPools(chain, pools),
    candidatesOf: async (mint, genesisHash) => (genesisHash === mainnetGenesis ? readListed(mint, poolIndex) : []),
    poolsOf: async (mint, genesisHash) =>
      genesisHash === mainnetGenesis && lists.take('', 1) === 0 ? readListed(mint, poolIndex, 'any') : [],
    tablesOf: async (pools, genesisHash) => (genesisHash === mainnetGenesis ? readTables(pools, poolIndex) : []),
    persist: read => read(),
    startTrading: () => async () => {},
    close: async () => {},
  }
}

/** Returns no pools if the index fails: it only adds to the pools that the chain shows. */
async function readListed(mint: Address, api: string | undefined, against?: 'any'): Promise<readonly Candidate[]> {
  const options = { ...ofIndex(api), ...(against && { against }) }
  return (await readListedPools(mint, options).catch(ifItFails)).slice(0, maxListed)
}

/** Returns no tables if the index fails: swaps then take more transactions. */
const readTables = (pools: readonly PoolName[], api: string | undefined): Promise<readonly Address[]> =>
  readPoolTables(pools, ofIndex(api)).catch(ifItFails)

const ofIndex = (api: string | undefined) => ({
  signal: AbortSignal.timeout(listedTimeoutMs),
  ...(api !== undefined && { api }),
})

function ifItFails(error: unknown): readonly never[] {
  if (isTernError(error)) return []
  throw error
}
