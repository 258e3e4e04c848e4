import type { Rpc, Signature, SolanaRpcApi, TransactionError } from '@solana/kit'
import type { SignedTransaction } from '@tern/core'
import type { Chain } from '../chain.ts'
import { isRecord } from '../rpc/isRecord.ts'
import { pause } from '../rpc/pause.ts'
import { follow } from '../rpc/subscriptions.ts'

/** After this long without an answer the outcome is unknown; it is never failed for that. */
const confirmationTimeoutMs = 60_000
const pollMs = 2000
/** Finalized blocks beyond the last valid one before a transaction counts as unable to land. */
const expiryMargin = 32n
/** Two looks at a single node lie so far apart. */
const secondLookMs = 10_000

/** What became of a transaction. *unknown*: the time was up, and it may still land. */
export type Outcome =
  | { readonly status: 'confirmed'; readonly slot: bigint }
  | { readonly status: 'failed'; readonly slot: bigint; readonly error: TransactionError }
  /** It may still land. `blocksLeft`: how many more blocks; absent when no node said how high the chain is. */
  | { readonly status: 'unknown'; readonly blocksLeft?: bigint }
  /** It can never land. */
  | { readonly status: 'expired' }

/** How long to wait for the outcome of a transaction. */
export interface ConfirmOptions {
  /** Unset: 60 s. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/**
 * Waits for commitment `confirmed`, by subscription and by asking every node every 2 s; whichever says so first counts.
 *
 * *Expired* needs proof: two nodes, or one node twice at least 10 s apart, whose finalized block height is more than 32
 * beyond the last valid one, and which after that do not find the signature in their history, searched as of a slot no
 * older than that finalized one. Every block that could hold the transaction is then final, and known to who searched: not
 * even where several nodes answer behind one address can one that lags deny what landed. A clock proves nothing. What the
 * proof leans on: a node's history reaches back to the transaction's last valid block.
 */
export async function confirmTransaction(
  chain: Chain,
  { signature, message }: Pick<SignedTransaction, 'signature' | 'message'>,
  options: ConfirmOptions = {},
): Promise<Outcome> {
  const name = signature as Signature
  const lastValid = message.lifetime.kind === 'blockhash' ? message.lifetime.lastValidBlockHeight : undefined
  const end = new AbortController()
  const signal = options.signal === undefined ? end.signal : AbortSignal.any([options.signal, end.signal])
  const deadline = chain.now() + (options.timeoutMs ?? confirmationTimeoutMs)
  const expiry = createExpiry(chain)
  let outcome: Outcome | undefined
  let highest: bigint | undefined
  const settle = (found: Outcome) => {
    outcome ??= found
    end.abort()
  }

  async function ask(node: Rpc<SolanaRpcApi>) {
    while (!signal.aborted) {
      const { found, height, provesExpiry } = await look(node, name, lastValid, signal)
      if (signal.aborted) return
      if (found !== undefined) return settle(found)
      if (height !== undefined && (highest === undefined || height > highest)) highest = height
      if (provesExpiry !== undefined && expiry.isProvenBy(node, provesExpiry)) return settle({ status: 'expired' })
      await pause(pollMs, signal)
    }
  }

  void follow(chain.sockets, socket => socket.signatureNotifications(name, { commitment: 'confirmed' }), {
    signal,
    onValue({ context, value }) {
      // A node that acknowledges receipt first sends a plain string.
      const found = isRecord(value) ? landed(context.slot, value.err) : undefined
      if (found !== undefined) settle(found)
    },
  })
  for (const node of chain.nodes) void ask(node)
  for (let left = deadline - chain.now(); left > 0 && !signal.aborted; left = deadline - chain.now())
    await pause(Math.min(pollMs, left), signal)
  end.abort()
  if (outcome !== undefined) return outcome
  if (highest === undefined || lastValid === undefined) return { status: 'unknown' }
  return { status: 'unknown', blocksLeft: lastValid > highest ? lastValid - highest : 0n }
}

interface Look {
  readonly found?: Outcome
  /** The finalized block height. */
  readonly height?: bigint
  /** Absent when the node did not say. */
  readonly provesExpiry?: boolean
}

/**
 * One look at one node. How high the chain is, is asked only of a node that does not know the outcome, and its history is
 * searched only after it said that its last valid block lies far enough back.
 */
async function look(
  node: Rpc<SolanaRpcApi>,
  signature: Signature,
  lastValid: bigint | undefined,
  signal: AbortSignal,
): Promise<Look> {
  const abortSignal = signal
  const statusOf = async (searchTransactionHistory: boolean): Promise<{ asOf: unknown; status: unknown }> => {
    const request = node.getSignatureStatuses([signature], { searchTransactionHistory })
    const { context, value } = await request.send({ abortSignal })
    return { asOf: context.slot, status: value[0] }
  }
  try {
    const { status: recent } = await statusOf(false)
    const found = outcomeIn(recent)
    if (found !== undefined) return { found }
    if (lastValid === undefined) return {}
    const finalized = await node.getEpochInfo({ commitment: 'finalized' }).send({ abortSignal })
    const { blockHeight: height, absoluteSlot } = finalized
    if (typeof height !== 'bigint' || typeof absoluteSlot !== 'bigint') return {}
    if (recent !== null || height <= lastValid + expiryMargin) return { height, provesExpiry: false }
    const { asOf, status } = await statusOf(true)
    const landedBefore = outcomeIn(status)
    if (landedBefore !== undefined) return { found: landedBefore }
    return { height, provesExpiry: status === null && typeof asOf === 'bigint' && asOf >= absoluteSlot }
  } catch {
    // A node that does not answer says nothing about the transaction.
    return {}
  }
}

/** `undefined` unless the node says of the signature, in full, what became of it. */
function outcomeIn(status: unknown): Outcome | undefined {
  if (!isRecord(status)) return undefined
  const { confirmationStatus, slot, err } = status
  return confirmationStatus === 'confirmed' || confirmationStatus === 'finalized' ? landed(slot, err) : undefined
}

function landed(slot: unknown, error: unknown): Outcome | undefined {
  if (typeof slot !== 'bigint' || error === undefined) return undefined
  return error === null ? { status: 'confirmed', slot } : { status: 'failed', slot, error: error as TransactionError }
}

/** Since when each node has been saying that the transaction can no longer land. */
function createExpiry({ nodes, now }: Pick<Chain, 'nodes' | 'now'>) {
  const since = new Map<Rpc<SolanaRpcApi>, number>()
  return {
    isProvenBy(node: Rpc<SolanaRpcApi>, saysSo: boolean): boolean {
      if (!saysSo) {
        since.delete(node)
        return false
      }
      const first = since.get(node) ?? now()
      since.set(node, first)
      return nodes.length > 1 ? since.size > 1 : now() - first >= secondLookMs
    },
  }
}
