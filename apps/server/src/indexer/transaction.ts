import type { Signature } from '@solana/kit'
import { type Chain, executedBy } from '@tern/chain'
import { isTernError } from '@tern/core'
import type { Executed } from '@tern/venues/read'

/** A transaction that landed, as far as its events go. */
export interface Transaction extends Executed {
  readonly signature: string
  readonly slot: number
  readonly timestampSeconds: number
  /** Who paid for it; `null`: not known. */
  readonly owner: string | null
  /** Whether no fork can take it back any more. */
  readonly isFinal: boolean
}

/** A read that hangs holds up what waits behind it for so long. */
const readTimeoutMs = 10_000
/** JSON-RPC errors that a node answers for one transaction: its version is unknown, or the parameters are wrong. */
const refusalsForGood: readonly number[] = [-32015, -32602]
/** Failures after which a transaction is skipped: refused by name, or failed while the node answered others. */
const maxFailures = { refused: 3, failed: 10 }
/** Transactions whose failures are remembered. */
const maxRemembered = 10_000

/** A signal that also ends a read that hangs. */
export const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)])

/** A transaction as a node tells it, with the balances before and after. */
export type FoundTransaction = NonNullable<Awaited<ReturnType<typeof fetchTransaction>>>

/** Reads whole transactions. A transaction that no node can show stops nobody: it is skipped, counted and reported. */
export interface TransactionReader {
  /**
   * Reads a transaction at commitment `confirmed`.
   *
   * @returns `undefined` if the node does not have it, `'unreadable'` if it was given up.
   * @throws the error of a read that may succeed later.
   */
  read(signature: string, signal: AbortSignal): Promise<FoundTransaction | undefined | 'unreadable'>
  /** Gives up a transaction that was read and cannot be decoded. */
  skip(signature: string, error: unknown): void
  /** How many transactions were given up. */
  readonly skipped: number
}

interface Failures {
  count: number
  /** How many transactions had been read at the last failure. */
  answered: number
  isGivenUp: boolean
}

/** @param onNotice takes one line for the log. */
export function createTransactionReader(
  { rpc }: Pick<Chain, 'rpc'>,
  onNotice: (notice: string) => void = () => {},
): TransactionReader {
  const failures = new Map<string, Failures>()
  let answered = 0
  let skipped = 0

  function giveUp(signature: string, error: unknown) {
    const known = failures.get(signature)
    if (known?.isGivenUp) return
    remember(signature, { count: 0, answered, isGivenUp: true })
    skipped++
    const why = error instanceof Error ? error.message : String(error)
    onNotice(`Transaction ${signature} cannot be read and is skipped: ${why}. Skipped since the start: ${skipped}`)
  }

  function remember(signature: string, known: Failures) {
    failures.delete(signature)
    failures.set(signature, known)
    const [oldest] = failures.keys()
    if (failures.size > maxRemembered && oldest !== undefined) failures.delete(oldest)
  }

  /** @returns whether the transaction is given up. */
  function hasFailedForGood(signature: string, error: unknown): boolean {
    const known = failures.get(signature)
    const isRefused = isTernError(error, 'rpc/refused') && refusalsForGood.includes(error.facts.code)
    // A node that answers nothing else says nothing about this transaction.
    const isCounted = isRefused || known === undefined || answered > known.answered
    const count = (known?.count ?? 0) + (isCounted ? 1 : 0)
    remember(signature, { count, answered, isGivenUp: false })
    if (count < (isRefused ? maxFailures.refused : maxFailures.failed)) return false
    giveUp(signature, error)
    return true
  }

  return {
    async read(signature, signal) {
      if (failures.get(signature)?.isGivenUp) return 'unreadable'
      try {
        const found = await fetchTransaction(rpc, signature as Signature, signal)
        answered++
        failures.delete(signature)
        return found
      } catch (error) {
        if (!signal.aborted && hasFailedForGood(signature, error)) return 'unreadable'
        throw error
      }
    },
    skip: giveUp,
    get skipped() {
      return skipped
    },
  }
}

async function fetchTransaction(rpc: Chain['rpc'], signature: Signature, signal: AbortSignal) {
  const found = await rpc
    .getTransaction(signature, { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send({ abortSignal: withTimeout(signal) })
  return found === null || found.meta === null ? undefined : { ...found, meta: found.meta }
}

interface Told {
  readonly signature: string
  readonly isFinal: boolean
}

/** Reads and decodes a transaction. A transaction that cannot be decoded is skipped. Otherwise like `TransactionReader.read`. */
export async function readTransaction(
  reader: TransactionReader,
  { signature, isFinal }: Told,
  signal: AbortSignal,
): Promise<Transaction | undefined | 'unreadable'> {
  const found = await reader.read(signature, signal)
  if (found === undefined || found === 'unreadable') return found
  try {
    // Some nodes show a block before they know its time: it is there at the next look.
    return found.blockTime === null ? undefined : { ...transactionOf(found, signature), isFinal }
  } catch (error) {
    reader.skip(signature, error)
    return 'unreadable'
  }
}

/** Without a time if the node does not tell it, and not final as far as is known. */
export function transactionOf(found: FoundTransaction, signature: string): Transaction {
  return {
    ...executedBy(found),
    signature,
    slot: Number(found.slot),
    timestampSeconds: Number(found.blockTime ?? 0),
    owner: found.transaction.message.accountKeys[0] ?? null,
    isFinal: false,
  }
}

/** @returns when the block of a slot was made, in seconds since 1970; `undefined` if the node does not know. */
export async function readBlockTime({ rpc }: Pick<Chain, 'rpc'>, slot: number, signal: AbortSignal) {
  const seconds = await rpc.getBlockTime(BigInt(slot)).send({ abortSignal: withTimeout(signal) })
  return seconds === null ? undefined : Number(seconds)
}
