import type { Blockhash, Commitment, Rpc, Signature, SolanaRpcApi } from '@solana/kit'
import type { Lifetime } from '@tern/core'
import { isRecord } from '../rpc/isRecord.ts'
import { type Claim, expiryMargin, type Look } from './outcome.ts'

/** The transactions of one intent: at most one of them can land. */
export interface Watched {
  readonly signatures: readonly string[]
  /** That all of them share. */
  readonly lifetime: Lifetime
}

/** What is known before a look. */
interface Before {
  /** Somebody says that a transaction landed. */
  readonly isClaimed: boolean
  /** Whether the node need not be asked any more if it knows what the transactions live by. */
  readonly isKnown: boolean
  /** From this slot on its word on their end counts: see `countsFrom`. */
  readonly from: bigint | undefined
}

/**
 * One look at one node. How far the chain is, is asked only of a node that does not know the outcome, and its history is
 * searched only when nothing can land any more, or when somebody says that a transaction landed: a node forgets old ones else.
 * `undefined`: an answer that is not whole. @throws what the node fails with. Either says nothing about the transactions.
 */
export async function look(
  node: Rpc<SolanaRpcApi>,
  { signatures, lifetime }: Watched,
  { isClaimed, isKnown, from }: Before,
  abortSignal: AbortSignal,
): Promise<Look | undefined> {
  const recent = await readStatuses(node, signatures, false, abortSignal)
  if (recent.claim !== undefined) return { claim: recent.claim }
  const { readLimit, readLife } =
    lifetime.kind === 'nonce' ? nonceIn(node, lifetime, abortSignal) : blockhashIn(node, lifetime, abortSignal)
  const isDead = async (commitment: Commitment) => (await readLife(commitment))?.isGood === false
  const [limit, life] = await Promise.all([readLimit(), isKnown ? undefined : readLife('confirmed')])
  if (limit === undefined) return undefined
  const { isPast, ...reached } = limit
  const known = life?.isGood ? { ...reached, knownAt: life.slot } : reached
  if (!recent.isEmpty) return known
  const start = life?.isGood ? life.slot : from
  const isCounted = start !== undefined && reached.slot >= start
  const isOver = isPast && isCounted && (await isDead('processed')) && (await isDead('finalized'))
  if (!isOver && !isClaimed) return known
  const history = await readStatuses(node, signatures, true, abortSignal)
  if (history.claim !== undefined) return { claim: history.claim }
  if (!history.isEmpty) return known
  // As of when its history was searched: what it says without that it may have forgotten.
  const nothing = { ...known, nothingAsOf: history.slot }
  const { slot } = reached
  // Into the slot that it answers as of, transactions may still come.
  return history.slot > slot ? { ...nothing, denial: { slot, isOver } } : nothing
}

interface Statuses {
  /** As of which the node answers. */
  readonly slot: bigint
  readonly claim?: Claim
  /** It knows none of them. */
  readonly isEmpty: boolean
}

async function readStatuses(
  node: Rpc<SolanaRpcApi>,
  signatures: readonly string[],
  searchTransactionHistory: boolean,
  abortSignal: AbortSignal,
): Promise<Statuses> {
  const request = node.getSignatureStatuses(signatures as readonly Signature[], { searchTransactionHistory })
  const { context, value }: { context: { slot: bigint }; value: readonly unknown[] } = await request.send({
    abortSignal,
  })
  const claim = signatures.map((signature, i) => claimIn(signature, value[i])).find(one => one !== undefined)
  return {
    // Of an answer that is not whole nothing is made.
    slot: typeof context.slot === 'bigint' ? context.slot : -1n,
    ...(claim === undefined ? {} : { claim }),
    isEmpty: signatures.every((_, i) => value[i] === null),
  }
}

/** `undefined` unless the node says of the signature, in full, what became of it. */
function claimIn(signature: string, status: unknown): Claim | undefined {
  if (!isRecord(status)) return undefined
  const { confirmationStatus, slot, err } = status
  const isFinal = confirmationStatus === 'finalized'
  return isFinal || confirmationStatus === 'confirmed' ? claimOf(signature, slot, err, isFinal) : undefined
}

/** `undefined` unless slot and error are what a node tells. */
export function claimOf(signature: string, slot: unknown, error: unknown, isFinal: boolean): Claim | undefined {
  if (typeof slot !== 'bigint' || error === undefined) return undefined
  return { signature, slot, error: error as Claim['error'], isFinal }
}

interface Limit {
  /** The finalized slot, and block height. */
  readonly slot: bigint
  readonly height?: bigint
  /** No block after it can hold the transactions, if what was said of their lifetime when they were signed is so. */
  readonly isPast: boolean
}

/** Whether transactions may live by something, and as of when. */
interface Life {
  readonly slot: bigint
  readonly isGood: boolean
}

/** What a node says of that by which transactions live. */
interface Asked {
  readLimit(): Promise<Limit | undefined>
  /**
   * Whether they may live by it still, as the node itself sees it, for until when was the word of another, who may lie. What is new only
   * the newest block knows, and one that a fork may take back proves no end. `undefined`: an answer that is not whole.
   */
  readLife(commitment: Commitment): Promise<Life | undefined>
}

type LifetimeOf<K extends Lifetime['kind']> = Extract<Lifetime, { readonly kind: K }>

const blockhashIn = (
  node: Rpc<SolanaRpcApi>,
  { blockhash, lastValidBlockHeight }: LifetimeOf<'blockhash'>,
  abortSignal: AbortSignal,
): Asked => ({
  async readLimit() {
    const finalized = await node.getEpochInfo({ commitment: 'finalized' }).send({ abortSignal })
    const { blockHeight: height, absoluteSlot: slot } = finalized
    if (typeof height !== 'bigint' || typeof slot !== 'bigint') return undefined
    return { slot, height, isPast: height > lastValidBlockHeight + expiryMargin }
  },
  async readLife(commitment) {
    const request = node.isBlockhashValid(blockhash as Blockhash, { commitment })
    const { context, value }: { context: { slot: bigint }; value: unknown } = await request.send({ abortSignal })
    const { slot } = context
    return typeof slot === 'bigint' && typeof value === 'boolean' ? { slot, isGood: value } : undefined
  },
})

/** Where a nonce account's data holds the value. */
const nonceSlice = { offset: 40, length: 32 }

/** A nonce that was used, or whose account is gone, never comes back. */
function nonceIn(
  node: Rpc<SolanaRpcApi>,
  { nonce, nonceAccount, slot: heldAt }: LifetimeOf<'nonce'>,
  abortSignal: AbortSignal,
): Asked {
  async function readLife(commitment: Commitment) {
    const config = { commitment, encoding: 'base58', dataSlice: nonceSlice } as const
    const { context, value } = await node.getAccountInfo(nonceAccount, config).send({ abortSignal })
    const held: unknown = value === null ? null : value.data[0]
    const isWhole = typeof context.slot === 'bigint' && (held === null || typeof held === 'string')
    return isWhole ? { slot: context.slot, isGood: held === nonce } : undefined
  }
  return {
    async readLimit() {
      const final = await readLife('finalized')
      // Before it held this value it held another.
      return final && { slot: final.slot, isPast: final.slot >= heldAt && !final.isGood }
    },
    readLife,
  }
}
