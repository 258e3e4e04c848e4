import { version } from './getVersion.ts'
import type { Method } from './method.ts'

/** Returns the only node. It talks to no other node, so it has no addresses. */
export const getClusterNodes: Method = ({ identity }) => [
  {
    featureSet: version['feature-set'],
    gossip: null,
    pubkey: identity,
    pubsub: null,
    rpc: null,
    serveRepair: null,
    shredVersion: 0,
    tpu: null,
    tpuForwards: null,
    tpuForwardsQuic: null,
    tpuQuic: null,
    tpuVote: null,
    tvu: null,
    version: version['solana-core'],
  },
]
