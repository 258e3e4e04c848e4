import type { Rpc, Signature, SolanaRpcApi } from '@solana/kit'
import type { Lifetime } from '@tern/core'
import { isRecord } from '../rpc/isRecord.ts'
import { type Claim, expiryMargin, type Look } from './outcome.ts'

/** The transactions of one intent: at most one of them can land. */
export interface Watched {
  readonly signatures: readonly string[]
  /** That all of them share. */
  readonly lifetime: Lifetime
}

/**
 * One look at one node. How far the chain is, is asked only of a node that does not know the outcome, and its history is
 * searched only when nothing can land any more, or when somebody says that a transaction landed: a node forgets old ones else.
 * `undefined`: an answer that is not whole. @throws what the node fails with. Either says nothing about the transactions.
 */
export async function look(
  node: Rpc<SolanaRpcApi>,
  watched: Watched,
  isClaimed: boolean,
  abortSignal: AbortSignal,
): Promise<Look | undefined> {
  const recent = await readStatuses(node, watched.signatures, false, abortSignal)
  if (recent.claim !== undefined) return { claim: recent.claim }
  const limit = await readLimit(node, watched.lifetime, abortSignal)
  if (limit === undefined) return undefined
  const { slot, isOver, ...height } = limit
  if (!recent.isEmpty) return height
  if (!isOver && !isClaimed) return height
  const history = await readStatuses(node, watched.signatures, true, abortSignal)
  if (history.claim !== undefined) return { claim: history.claim }
  if (!history.isEmpty) return height
  // As of when its history was searched: what it says without that it may have forgotten.
  const nothing = { ...height, nothingAsOf: history.slot }
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
  /** The finalized slot. */
  readonly slot: bigint
  readonly height?: bigint
  /** No block after it can hold the transactions. */
  readonly isOver: boolean
}

async function readLimit(
  node: Rpc<SolanaRpcApi>,
  lifetime: Lifetime,
  abortSignal: AbortSignal,
): Promise<Limit | undefined> {
  if (lifetime.kind === 'nonce') return readNonceLimit(node, lifetime, abortSignal)
  const finalized = await node.getEpochInfo({ commitment: 'finalized' }).send({ abortSignal })
  const { blockHeight: height, absoluteSlot: slot } = finalized
  if (typeof height !== 'bigint' || typeof slot !== 'bigint') return undefined
  return { slot, height, isOver: height > lifetime.lastValidBlockHeight + expiryMargin }
}

/** Where a nonce account's data holds the value. */
const nonceSlice = { offset: 40, length: 32 }

/** A nonce that was used, or whose account is gone, never comes back. */
async function readNonceLimit(
  node: Rpc<SolanaRpcApi>,
  { nonce, nonceAccount, slot: heldAt }: Extract<Lifetime, { kind: 'nonce' }>,
  abortSignal: AbortSignal,
): Promise<Limit | undefined> {
  const config = { commitment: 'finalized', encoding: 'base58', dataSlice: nonceSlice } as const
  const { context, value } = await node.getAccountInfo(nonceAccount, config).send({ abortSignal })
  const held: unknown = value === null ? null : value.data[0]
  if (typeof context.slot !== 'bigint' || (held !== null && typeof held !== 'string')) return undefined
  // Before it held this value it held another.
  return { slot: context.slot, isOver: context.slot >= heldAt && held !== nonce }
}
