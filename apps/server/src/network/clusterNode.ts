import type { Config } from '../config.ts'
import { webSocketUrl } from '../gateway/upstream.ts'
import { listPools } from '../indexer/listing.ts'
import type { Node } from './node.ts'

/** A cluster's node, and the pools that are listed there. The server itself does not trade on it. */
export function clusterNode(
  cluster: NonNullable<Config['cluster']>,
  { pools, lookupTable }: Pick<Config, 'pools' | 'lookupTable'>,
): Node {
  return {
    rpcUrl: cluster.rpcUrl,
    subscriptionsUrl: cluster.subscriptionsUrl ?? webSocketUrl(cluster.rpcUrl),
    lookupTable,
    pictureOf: () => undefined,
    metadataOf: async () => undefined,
    list: chain => listPools(chain, pools),
    candidatesOf: async () => [],
    startTrading: async () => async () => {},
    close: async () => {},
  }
}
