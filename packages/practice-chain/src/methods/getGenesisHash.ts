import type { Method } from './method.ts'

/** Returns the chain's genesis hash. It differs from that of every cluster. */
export const getGenesisHash: Method = ({ bank }) => bank.genesisHash
