import { eachSide, type ProtocolEvidence } from '../ground.ts'

/** The evidence for the program's trades. The program ran on tables of ours, because mainnet's table is not public. */
export const evidence: ProtocolEvidence = eachSide(['program', 'client'], ['program'])
