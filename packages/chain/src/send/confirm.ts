import type { Rpc, Signature, SolanaRpcApi, TransactionError } from '@solana/kit'
import type { SignedTransaction } from '@tern/core'
import type { Chain } from '../chain.ts'
import { pause } from '../rpc/pause.ts'
import { follow } from '../rpc/subscriptions.ts'

/** After this long without an answer the outcome is unknown; it is never failed for that. */
export const confirmationTimeoutMs = 60_000
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
  let outcome: Outcome | undefined
  const settle = (found: Outcome | undefined) => {
    if (found === undefined) return
    outcome ??= found
    end.abort()
  }

  void follow(chain.subscriptions.signatureNotifications(name, { commitment: 'confirmed' }), {
    signal,
    onValue({ context, value }) {
      // A node that acknowledges receipt first sends a plain string.
      if (typeof value === 'object') settle(landed(context.slot, value.err))
    },
  })

  const expiry = createExpiry(chain.now)
  let highest: bigint | undefined
  while (!signal.aborted) {
    const looks = await Promise.all(chain.nodes.map(node => look(node, name, lastValid)))
    for (const [i, found] of looks.entries()) {
      settle(found.outcome)
      if (found.height !== undefined && (highest === undefined || found.height > highest)) highest = found.height
      if (found.provesExpiry) expiry.note(i)
      else if (found.answered) expiry.forget(i)
    }
    if (outcome === undefined && expiry.isProven(chain.nodes.length)) settle({ status: 'expired' })
    const left = deadline - chain.now()
    if (signal.aborted || left <= 0) break
    await pause(Math.min(pollMs, left), signal)
  }
  end.abort()
  if (outcome !== undefined) return outcome
  if (highest === undefined || lastValid === undefined) return { status: 'unknown' }
  return { status: 'unknown', blocksLeft: lastValid > highest ? lastValid - highest : 0n }
}

interface Look {
  readonly answered: boolean
  readonly outcome?: Outcome
  readonly height?: bigint
  readonly provesExpiry: boolean
}

/** The height is asked for before the status: a signature not found after the last block that could hold it is not there. */
async function look(node: Rpc<SolanaRpcApi>, signature: Signature, lastValid: bigint | undefined): Promise<Look> {
  try {
    const finalized =
      lastValid === undefined ? undefined : await node.getBlockHeight({ commitment: 'finalized' }).send()
    const isPast = finalized !== undefined && lastValid !== undefined && finalized > lastValid + expiryMargin
    const { value } = await node.getSignatureStatuses([signature], { searchTransactionHistory: isPast }).send()
    const status = value[0]
    if (status === null || status === undefined)
      return {
        answered: true,
        provesExpiry: isPast && status === null,
        ...(finalized === undefined ? {} : { height: finalized }),
      }
    const isConfirmed = status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized'
    return {
      answered: true,
      provesExpiry: false,
      ...(isConfirmed ? { outcome: landed(status.slot, status.err) } : {}),
      ...(finalized === undefined ? {} : { height: finalized }),
    }
  } catch {
    // A node that does not answer says nothing about the transaction.
    return { answered: false, provesExpiry: false }
  }
}

function landed(slot: bigint, error: TransactionError | null): Outcome {
  return error === null ? { status: 'confirmed', slot } : { status: 'failed', slot, error }
}

function createExpiry(now: () => number) {
  const since = new Map<number, number>()
  return {
    note(node: number) {
      if (!since.has(node)) since.set(node, now())
    },
    forget(node: number) {
      since.delete(node)
    },
    isProven(nodes: number): boolean {
      if (nodes > 1) return since.size > 1
      const first = since.get(0)
      return first !== undefined && now() - first >= secondLookMs
    },
  }
}
