import type { Config } from '../config.ts'
import { listPools } from '../indexer/listing.ts'
import type { Node } from './node.ts'

/** A cluster's nodes, and the pools that are listed there. The server itself does not trade on it. */
export function clusterNode(
  cluster: NonNullable<Config['cluster']>,
  { pools, lookupTable }: Pick<Config, 'pools' | 'lookupTable'>,
): Node {
  return {
    addresses: cluster.nodes,
    lookupTable,
    pictureOf: () => undefined,
    metadataOf: async () => undefined,
    list: chain => listPools(chain, pools),
    candidatesOf: async () => [],
    startTrading: async () => async () => {},
    close: async () => {},
  }
}
