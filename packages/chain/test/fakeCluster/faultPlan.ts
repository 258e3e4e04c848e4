/** The faults of a run, as plain data. Times are in milliseconds from its start. A slot takes 400 ms. */
export interface FaultPlan {
  /** How many nodes may lie, as the engine is configured. */
  readonly faults: number
  readonly nodes: readonly NodePlan[]
  readonly providers: readonly ProviderPlan[]
  /** The lifetime of the signed transactions. */
  readonly life:
    | {
        readonly kind: 'blockhash'
        /** Blocks left when it is signed. */
        readonly blocks: number
        /** Blocks that the signer's node adds to the truth. Unset: it is honest. */
        readonly offset?: number
      }
    | {
        readonly kind: 'nonce'
        readonly variants: number
        /** Time at which the nonce is used elsewhere. */
        readonly advancedAtMs?: number
        /** Slots that the node adds to the slot of its account reading. Unset: it is honest. */
        readonly offset?: number
      }
  /** The result of each landing, repeated from the start after the last. */
  readonly results: readonly ('ok' | 'fails')[]
  /** Every n-th slot has no block. 0: every slot has a block. */
  readonly skipsOneIn: number
  /** Leaders in turn, four slots each. */
  readonly leaders: readonly LeaderPlan[]
  /** The last slots are abandoned, at most 31: finalized slots stay. */
  readonly forks: readonly { readonly atMs: number; readonly slots: number }[]
  /** Periods without a slot. */
  readonly halts: readonly { readonly atMs: number; readonly forMs: number }[]
  /** The page dies at a time, or at its n-th step, and is opened again. */
  readonly crashes: readonly {
    readonly at: { readonly ms: number } | { readonly step: number }
    readonly downMs: number
  }[]
  /** From then on, honest nodes, all providers and all leaders work. */
  readonly healedAtMs: number
  /** Unset: the journal writes within 5 ms. */
  readonly journal?: 'refuses'
  /** Periods with a full journal, which rejects every change of a record. Unset: never. */
  readonly journalFull?: readonly { readonly atMs: number; readonly forMs: number }[]
}

/** `drops`: its blocks are empty. `skips`: it makes no block. `late`: it includes transactions only in its last slot. */
export type LeaderPlan = 'fine' | 'drops' | 'skips' | 'late'

export interface NodePlan {
  readonly latencyMs: number
  /** In order, each from its time on. Before the first, the node is fine. A liar's last state stays after the healing. */
  readonly phases: readonly { readonly fromMs: number; readonly state: NodeState }[]
  readonly socket: SocketState
}

/** How a node answers. Only `lies` is dishonest. */
export type NodeState =
  | { readonly is: 'fine' }
  /** Accepts the request and never answers. */
  | { readonly is: 'silent' }
  | { readonly is: 'down' }
  | { readonly is: 'busy'; readonly retryAfterMs: number }
  /** Gives incomplete answers. */
  | { readonly is: 'garbled' }
  /** Two nodes share an address: the first reports the chain's progress, the second the statuses. */
  | { readonly is: 'behind'; readonly slots: number; readonly statusSlots: number }
  | ({ readonly is: 'lies' } & Lies)

export interface Lies {
  /** For every transaction. Unset: the truth. */
  readonly status?: 'none' | 'confirmed' | 'finalized' | 'failed'
  /** Blocks and slots to add to the truth. */
  readonly ahead?: number
  /** Slot of the false landing. Unset: `soonOver`. */
  readonly claimedSlot?: number
  /** The node claims that the nonce was used. */
  readonly nonce?: 'used'
}

export type SocketState =
  | { readonly is: 'fine'; readonly delayMs: number }
  /** Connected, and delivers nothing. */
  | { readonly is: 'silent' }
  | { readonly is: 'refused' }
  /** Connected until then. */
  | { readonly is: 'cut'; readonly atMs: number }
  /** Delivers unrelated values first, then each notification three times, the last out of order. */
  | { readonly is: 'noisy'; readonly delayMs: number }
  | {
      readonly is: 'lies'
      readonly says: 'confirmed' | 'failed'
      readonly afterMs: number
      /** As in `Lies`. */
      readonly claimedSlot?: number
    }

export interface ProviderPlan {
  /** The effect of each submission, repeated from the start after the last. */
  readonly sendings: readonly Sending[]
}

export interface Sending {
  /** Time until the leader has it. Unset: never. */
  readonly arrivesAfterMs?: number
  /** The answer to the sender. */
  readonly answer: 'taken' | 'refused' | 'nothing'
}

/** Returns the node's state at a time. */
export function nodeStateAt({ phases }: NodePlan, { healedAtMs }: FaultPlan, nowMs: number): NodeState {
  const state = phases.findLast(({ fromMs }) => fromMs <= nowMs)?.state ?? { is: 'fine' }
  return nowMs >= healedAtMs && state.is !== 'lies' ? { is: 'fine' } : state
}

/** Returns the socket's state at a time. */
export function socketStateAt({ socket }: NodePlan, { healedAtMs }: FaultPlan, nowMs: number): SocketState {
  return nowMs >= healedAtMs && socket.is !== 'lies' ? { is: 'fine', delayMs: 100 } : socket
}

/** Slot of a false landing, unless the liar names another. The chain passes it soon. */
export const soonOver = 30_001

const fineSending: Sending = { arrivesAfterMs: 100, answer: 'taken' }
export const fineProvider: ProviderPlan = { sendings: [fineSending] }
export const fineNode: NodePlan = { latencyMs: 60, phases: [], socket: { is: 'fine', delayMs: 100 } }

/** Three good nodes, a good provider and no faults, except `faults`. */
export function planOf(faults: Partial<FaultPlan> = {}): FaultPlan {
  return {
    faults: 1,
    nodes: [fineNode, fineNode, fineNode],
    providers: [fineProvider],
    life: { kind: 'blockhash', blocks: 150 },
    results: ['ok'],
    skipsOneIn: 0,
    leaders: ['fine'],
    forks: [],
    halts: [],
    crashes: [],
    healedAtMs: 60_000,
    ...faults,
  }
}

/** A good node in this state. */
export const nodeThat = (state: NodeState, socket: SocketState = fineNode.socket): NodePlan => ({
  ...fineNode,
  phases: [{ fromMs: 0, state }],
  socket,
})
