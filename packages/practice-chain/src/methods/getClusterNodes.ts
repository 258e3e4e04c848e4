import { version } from './getVersion.ts'
import type { Method } from './method.ts'

/** The one node that there is. It talks to no other, so it has no address where others would. */
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
