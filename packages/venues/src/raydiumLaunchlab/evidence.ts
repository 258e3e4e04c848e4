import { eachSide, type ProtocolEvidence } from '../ground.ts'

/** The evidence for the program's trades. */
export const evidence: ProtocolEvidence = {
  ...eachSide(['trades', 'client'], ['client'], { otherCurve: ['client'], transferFee: ['client'] }),
  'B→A': { exactIn: ['trades', 'client'], exactOut: ['trades', 'client'] },
}
