import { eachSide, type ProtocolEvidence } from '../ground.ts'

/** The evidence for the program's trades. */
export const evidence: ProtocolEvidence = {
  ...eachSide(['program', 'trades', 'client'], ['program', 'trades', 'client']),
  liquidity: ['program', 'client'],
}
