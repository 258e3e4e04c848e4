/** What goes wrong in one run, as plain data: times in milliseconds since its start, slots of 400 ms. */
export interface FaultPlan {
  /** How many of the nodes may lie, as the engine is told. */
  readonly faults: number
  readonly nodes: readonly NodePlan[]
  readonly providers: readonly ProviderPlan[]
  /** How what was signed can land. */
  readonly life:
    | {
        readonly kind: 'blockhash'
        /** Blocks that it has left when it is signed. */
        readonly blocks: number
        /** So many more the node says that it was asked of. Unset: the truth. */
        readonly told?: number
      }
    | {
        readonly kind: 'nonce'
        readonly variants: number
        /** Somebody else uses the nonce then. */
        readonly advancedAtMs?: number
        /** So many slots later than it was the node says that it read the account. Unset: the truth. */
        readonly told?: number
      }
  /** How each landing ends; after the last the list begins again. */
  readonly results: readonly ('ok' | 'fails')[]
  /** Slots without a block, one in so many; 0: none. */
  readonly skipsOneIn: number
  /** Who makes the blocks, four slots each, in turn. */
  readonly leaders: readonly LeaderPlan[]
  /** The last so many slots are abandoned. At most 31: what is final stays. */
  readonly forks: readonly { readonly atMs: number; readonly slots: number }[]
  /** No slot passes. */
  readonly halts: readonly { readonly atMs: number; readonly forMs: number }[]
  /** The page dies, at a time or at the n-th thing that it does, and is opened again. */
  readonly crashes: readonly {
    readonly at: { readonly ms: number } | { readonly step: number }
    readonly downMs: number
  }[]
  /** From then on honest nodes, all providers and all leaders do what they should. */
  readonly healedAtMs: number
  /** What the journal does; unset: it writes within 5 ms. */
  readonly journal?: 'refuses'
  /** The journal rejects each change of a record. Unset: never. */
  readonly journalFull?: readonly { readonly atMs: number; readonly forMs: number }[]
}

/** `drops`: its blocks hold nothing. `skips`: it makes none. `late`: what it has goes into the last of its four. */
export type LeaderPlan = 'fine' | 'drops' | 'skips' | 'late'

export interface NodePlan {
  readonly latencyMs: number
  /** One after the other, each from its time on; before the first the node is fine. A liar's last one stays when all is healed. */
  readonly phases: readonly { readonly fromMs: number; readonly state: NodeState }[]
  readonly socket: SocketState
}

/** How a node answers. Only `lies` is dishonest. */
export type NodeState =
  | { readonly is: 'fine' }
  /** Takes the request and never answers. */
  | { readonly is: 'silent' }
  | { readonly is: 'down' }
  | { readonly is: 'busy'; readonly retryAfterMs: number }
  /** Answers that are not whole. */
  | { readonly is: 'garbled' }
  /** Behind one address, one node tells how far the chain is, another what became of transactions. */
  | { readonly is: 'behind'; readonly slots: number; readonly statusSlots: number }
  | ({ readonly is: 'lies' } & Lies)

export interface Lies {
  /** Of every transaction; unset: the truth. */
  readonly status?: 'none' | 'confirmed' | 'finalized' | 'failed'
  /** So many blocks and slots beyond the truth. */
  readonly ahead?: number
  /** The slot that a transaction is said to be in. Unset: one that is soon over. */
  readonly claimedSlot?: number
  /** That the nonce was used. */
  readonly nonce?: 'used'
}

export type SocketState =
  | { readonly is: 'fine'; readonly delayMs: number }
  /** Connected, and nothing ever comes. */
  | { readonly is: 'silent' }
  | { readonly is: 'refused' }
  /** Connected until then. */
  | { readonly is: 'cut'; readonly atMs: number }
  /** Other things before, and each notification three times, the last one out of order. */
  | { readonly is: 'noisy'; readonly delayMs: number }
  | {
      readonly is: 'lies'
      readonly says: 'confirmed' | 'failed'
      readonly afterMs: number
      /** As of `Lies`. */
      readonly claimedSlot?: number
    }

export interface ProviderPlan {
  /** What it does with each sending; after the last the list begins again. */
  readonly sendings: readonly Sending[]
}

export interface Sending {
  /** When the leader has it; unset: never. */
  readonly arrivesAfterMs?: number
  /** What the sender hears. */
  readonly answer: 'taken' | 'refused' | 'nothing'
}

/** How a node answers at this time. */
export function nodeStateAt({ phases }: NodePlan, { healedAtMs }: FaultPlan, nowMs: number): NodeState {
  const state = phases.findLast(({ fromMs }) => fromMs <= nowMs)?.state ?? { is: 'fine' }
  return nowMs >= healedAtMs && state.is !== 'lies' ? { is: 'fine' } : state
}

/** How its socket is at this time. */
export function socketStateAt({ socket }: NodePlan, { healedAtMs }: FaultPlan, nowMs: number): SocketState {
  return nowMs >= healedAtMs && socket.is !== 'lies' ? { is: 'fine', delayMs: 100 } : socket
}

/** Where a liar says that transactions are, unless it makes up another. */
export const soonOver = 30_001

const fineSending: Sending = { arrivesAfterMs: 100, answer: 'taken' }
export const fineProvider: ProviderPlan = { sendings: [fineSending] }
export const fineNode: NodePlan = { latencyMs: 60, phases: [], socket: { is: 'fine', delayMs: 100 } }

/** Three good nodes, one good provider and nothing wrong, but for `faults`. */
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

/** A good node, but for this. */
export const nodeThat = (state: NodeState, socket: SocketState = fineNode.socket): NodePlan => ({
  ...fineNode,
  phases: [{ fromMs: 0, state }],
  socket,
})
