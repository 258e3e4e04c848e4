import type { Blockhash, Commitment, Rpc, Signature, SolanaRpcApi } from '@solana/kit'
import type { Lifetime } from '@tern/core'
import { isRecord } from '../rpc/isRecord.ts'
import { type Claim, expiryMargin, type Look } from './outcome.ts'

/** The transactions of an intent: no two of them can land. */
export interface Watched {
  readonly signatures: readonly string[]
  /** Shared by all transactions. */
  readonly lifetime: Lifetime
}

/** The state before a look. */
interface Before {
  /** `true` if any source claims that a transaction landed. */
  readonly isClaimed: boolean
  /** `true` if this source has accepted the blockhash or nonce before: the look does not ask for that again. */
  readonly isKnown: boolean
  /** First finalized slot at which this source can prove expiry, see `countsFrom`. */
  readonly from: bigint | undefined
}

/**
 * Looks at a node once.
 * A claim ends the look: the node is not asked how far the chain is.
 * The full history is searched only if the node proves the lifetime's end, or if any source claims a landing.
 * Recent statuses are not enough then, because a node forgets old ones.
 *
 * @returns `undefined` if an answer is incomplete. It proves nothing about the transactions.
 * @throws the node's error. It proves nothing either.
 */
export async function look(
  node: Rpc<SolanaRpcApi>,
  { signatures, lifetime }: Watched,
  { isClaimed, isKnown, from, abortSignal }: Before & { readonly abortSignal: AbortSignal },
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
  // Only the full history counts: recent statuses may have dropped the transaction.
  const nothing = { ...known, nothingAsOf: history.slot }
  const { slot } = reached
  // `slot` must lie before the answer's own slot, because transactions may still enter the answer's slot.
  return history.slot > slot ? { ...nothing, denial: { slot, isOver } } : nothing
}

interface Statuses {
  /** Slot of the node's answer. */
  readonly slot: bigint
  readonly claim?: Claim
  /** `true` if the node knows no transaction of the intent. */
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
    // -1 marks an incomplete answer: it is below every slot, so it proves nothing.
    slot: typeof context.slot === 'bigint' ? context.slot : -1n,
    ...(claim === undefined ? {} : { claim }),
    isEmpty: signatures.every((_, i) => value[i] === null),
  }
}

/**
 * Reads an entry of `getSignatureStatuses`.
 *
 * @returns `undefined` unless it is a complete status at *confirmed* or *finalized*.
 */
function claimIn(signature: string, status: unknown): Claim | undefined {
  if (!isRecord(status)) return undefined
  const { confirmationStatus, slot, err } = status
  const isFinal = confirmationStatus === 'finalized'
  return isFinal || confirmationStatus === 'confirmed' ? claimOf(signature, { slot, error: err, isFinal }) : undefined
}

/**
 * Makes a claim out of a node's answer.
 *
 * @returns `undefined` unless slot and error are present.
 */
export function claimOf(
  signature: string,
  { slot, error, isFinal }: { readonly slot: unknown; readonly error: unknown; readonly isFinal: boolean },
): Claim | undefined {
  if (typeof slot !== 'bigint' || error === undefined) return undefined
  return { signature, slot, error: error as Claim['error'], isFinal }
}

interface Limit {
  /** Finalized slot, and block height for a blockhash. */
  readonly slot: bigint
  readonly height?: bigint
  /** `true` if later blocks cannot hold the transactions, provided that the lifetime claimed at signing is true. */
  readonly isPast: boolean
}

/** The state of a blockhash or nonce at a slot. */
interface LifetimeState {
  readonly slot: bigint
  readonly isGood: boolean
}

/** A node's two answers about a lifetime. */
interface LifetimeReader {
  readLimit(): Promise<Limit | undefined>
  /**
   * Asks if the node itself still accepts the blockhash or nonce, because the claimed end came from a node that may lie.
   * `processed` and `finalized` must both reject it. Only the newest block knows a new value, and a fork may undo an unfinalized end.
   *
   * @returns `undefined` if the answer is incomplete.
   */
  readLife(commitment: Commitment): Promise<LifetimeState | undefined>
}

type LifetimeOf<K extends Lifetime['kind']> = Extract<Lifetime, { readonly kind: K }>

const blockhashIn = (
  node: Rpc<SolanaRpcApi>,
  { blockhash, lastValidBlockHeight }: LifetimeOf<'blockhash'>,
  abortSignal: AbortSignal,
): LifetimeReader => ({
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

/** Position of the nonce's value in the account's data. */
const nonceSlice = { offset: 40, length: 32 }

/** A nonce that was used, or whose account was closed, never returns. */
function nonceIn(
  node: Rpc<SolanaRpcApi>,
  { nonce, nonceAccount, slot: heldAt }: LifetimeOf<'nonce'>,
  abortSignal: AbortSignal,
): LifetimeReader {
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
      // Before slot `heldAt`, the account held an earlier nonce. Only a different value after that proves that this nonce is gone.
      return final && { slot: final.slot, isPast: final.slot >= heldAt && !final.isGood }
    },
    readLife,
  }
}
