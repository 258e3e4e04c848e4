import { eachSide, type ProtocolEvidence } from '../ground.ts'

/** The evidence for the program's trades. */
export const evidence: ProtocolEvidence = eachSide(['program', 'client'], ['program'])
