import type { Signature } from '@solana/kit'
import { type Chain, executedBy } from '@tern/chain'
import type { Executed } from '@tern/venues/read'

/** A transaction that landed, as far as its events go. */
export interface Transaction extends Executed {
  readonly signature: string
  readonly slot: number
  readonly timestampSeconds: number
  /** Who paid for it; `null`: not known. */
  readonly owner: string | null
}

/** A read that hangs holds up what waits behind it for so long. */
const readTimeoutMs = 10_000

/** A signal that also ends a read that hangs. */
export const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)])

/** The whole transaction at commitment `confirmed`; `undefined` when the node does not have it. */
export async function readTransaction(
  chain: Pick<Chain, 'rpc'>,
  signature: Signature,
  signal: AbortSignal,
): Promise<Transaction | undefined> {
  const found = await fetchTransaction(chain, signature, signal)
  return found && transactionOf(found, signature)
}

/** A transaction as a node tells it, with the balances before and after. */
export type FoundTransaction = NonNullable<Awaited<ReturnType<typeof fetchTransaction>>>

/** As `readTransaction`, in the node's own words. */
export async function fetchTransaction({ rpc }: Pick<Chain, 'rpc'>, signature: Signature, signal: AbortSignal) {
  const found = await rpc
    .getTransaction(signature, { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send({ abortSignal: withTimeout(signal) })
  return found === null || found.meta === null ? undefined : { ...found, meta: found.meta }
}

export function transactionOf(found: FoundTransaction, signature: string): Transaction {
  return {
    ...executedBy(found),
    signature,
    slot: Number(found.slot),
    timestampSeconds: Number(found.blockTime ?? Math.floor(Date.now() / 1000)),
    owner: found.transaction.message.accountKeys[0] ?? null,
  }
}
