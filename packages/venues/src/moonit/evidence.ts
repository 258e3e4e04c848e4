import type { ProtocolEvidence } from '../ground.ts'

/** The evidence for the program's trades. */
export const evidence: ProtocolEvidence = {
  'A→B': { exactIn: ['trades', 'client'], exactOut: ['client'] },
  'B→A': { exactIn: ['trades', 'client'], exactOut: ['trades', 'client'] },
  specialCases: { lastBuy: [], otherCurve: ['client'] },
}
