import type { Rpc, Signature, SolanaRpcApi, TransactionError } from '@solana/kit'
import type { SignedTransaction } from '@tern/core'
import type { Chain } from '../chain.ts'
import { pause } from '../rpc/pause.ts'
import { follow } from '../rpc/subscriptions.ts'

/** After this long without an answer the outcome is unknown; it is never failed for that. */
const confirmationTimeoutMs = 60_000
const pollMs = 2000
/** Finalized blocks beyond the last valid one before a transaction counts as unable to land. */
const expiryMargin = 32n
/** Two looks at a single node lie so far apart. */
const secondLookMs = 10_000

export type Outcome =
  | { readonly status: 'confirmed'; readonly slot: bigint }
  | { readonly status: 'failed'; readonly slot: bigint; readonly error: TransactionError }
  /** It may still land. `blocksLeft`: how many more blocks; absent when no node said how high the chain is. */
  | { readonly status: 'unknown'; readonly blocksLeft?: bigint }
  /** It can never land. */
  | { readonly status: 'expired' }

export interface ConfirmOptions {
  /** Unset: 60 s. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/**
 * Waits for commitment `confirmed`, by subscription and by asking every node every 2 s; whichever says so first counts.
 *
 * *Expired* needs proof: two nodes, or one node twice at least 10 s apart, whose finalized block height is more than 32
 * beyond the last valid one and which do not find the signature in their history. A clock proves nothing.
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
      if (typeof value === 'object') settle(landed(context.slot, value.err))
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

/** One look at one node. Its history is searched once its last valid block lies far enough back, and not before. */
async function look(
  node: Rpc<SolanaRpcApi>,
  signature: Signature,
  lastValid: bigint | undefined,
  signal: AbortSignal,
): Promise<Look> {
  const abortSignal = signal
  const statusOf = async (searchTransactionHistory: boolean) => {
    const { value } = await node.getSignatureStatuses([signature], { searchTransactionHistory }).send({ abortSignal })
    return value[0]
  }
  try {
    const [recent, height] = await Promise.all([
      statusOf(false),
      lastValid === undefined ? undefined : node.getBlockHeight({ commitment: 'finalized' }).send({ abortSignal }),
    ])
    if (height === undefined || lastValid === undefined) return foundIn(recent)
    const isPast = height > lastValid + expiryMargin
    // Asked after the height: a signature not found beyond the last block that could hold it is in none.
    const status = recent === null && isPast ? await statusOf(true) : recent
    return { ...foundIn(status), height, provesExpiry: isPast && status === null }
  } catch {
    // A node that does not answer says nothing about the transaction.
    return {}
  }
}

interface Status {
  readonly slot: bigint
  readonly err: TransactionError | null
  readonly confirmationStatus: string | null
}

function foundIn(status: Status | null | undefined): { readonly found?: Outcome } {
  if (status?.confirmationStatus !== 'confirmed' && status?.confirmationStatus !== 'finalized') return {}
  return { found: landed(status.slot, status.err) }
}

function landed(slot: bigint, error: TransactionError | null): Outcome {
  return error === null ? { status: 'confirmed', slot } : { status: 'failed', slot, error }
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
