import { type FaultPlan, fineNode, nodeThat, type Sending } from './faultPlan.ts'

export {
  type FaultPlan,
  type NodeState,
  nodeStateAt,
  planOf,
  type Sending,
  socketStateAt,
} from './faultPlan.ts'

/** It never reaches a leader. */
const lost: Sending = { answer: 'taken' }
const cutEarly = nodeThat({ is: 'fine' }, { is: 'cut', atMs: 300 })
const noisy = nodeThat({ is: 'fine' }, { is: 'noisy', delayMs: 200 })
const down = { sendings: [{ answer: 'refused' as const }] }

/** Rows of the fault matrix as plans. They run on the fake cluster, and in a page in a browser. */
export const namedPlans = {
  F01: { nodes: [cutEarly, cutEarly, cutEarly] },
  F03: { nodes: [noisy, noisy, noisy] },
  F06: { nodes: [nodeThat({ is: 'garbled' }), nodeThat({ is: 'down' }), fineNode] },
  F07: { nodes: [nodeThat({ is: 'silent' }, { is: 'silent' }), fineNode, fineNode] },
  F10: {
    nodes: [nodeThat({ is: 'lies', status: 'finalized' }), fineNode, fineNode],
    providers: [{ sendings: [lost] }],
    life: { kind: 'blockhash', blocks: 10 },
    healedAtMs: 200_000,
  },
  F13: { providers: [{ sendings: [lost, lost, { arrivesAfterMs: 100, answer: 'taken' }] }] },
  F14: { providers: [{ sendings: [{ arrivesAfterMs: 100, answer: 'nothing' }] }] },
  F18: { providers: [down, down], life: { kind: 'blockhash', blocks: 20 }, healedAtMs: 200_000 },
} as const satisfies Record<string, Partial<FaultPlan>>
