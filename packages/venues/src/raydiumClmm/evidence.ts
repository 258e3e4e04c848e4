import { eachSide, type ProtocolEvidence } from '../ground.ts'

/** The evidence for the program's trades. */
export const evidence: ProtocolEvidence = eachSide(['program', 'trades', 'client'], ['program', 'trades', 'client'], {
  laterRelease: ['client'],
  // No outside source quotes exact outputs of tokens that charge for transfers.
  transferFee: [],
})
