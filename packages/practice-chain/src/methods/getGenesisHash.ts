import type { Method } from './method.ts'

/** The name of this chain: no cluster has it. */
export const getGenesisHash: Method = ({ bank }) => bank.genesisHash
