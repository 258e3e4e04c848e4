import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { executedBy } from '@tern/chain/internal'
import { isTernError } from '@tern/core'
import type { Executed } from '@tern/venues/read'

/** A landed transaction, with the parts that contain its events. */
export interface Transaction extends Executed {
  readonly signature: string
  readonly slot: number
  readonly timestampSeconds: number
  /** The fee payer. `null`: not known. */
  readonly owner: string | null
  /** `true` once no fork can undo it. */
  readonly isFinal: boolean
}

/** Time limit for a read, in milliseconds: a hanging read would block the reads behind it. */
const readTimeoutMs = 10_000
/** JSON-RPC errors about a single transaction: its version is not supported, or the parameters are wrong. */
const refusalsForGood: readonly number[] = [-32015, -32602]
/**
 * Failures before a transaction is skipped: `refused` with such an error, or `failed` while the node answered other
 * reads.
 */
const maxFailures = { refused: 3, failed: 10 }
/** Max transactions with remembered failures. */
const maxRemembered = 10_000

/** Returns a signal that also aborts a hanging read. */
export const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)])

/** A transaction as a node returns it, with the balances before and after. */
export type FoundTransaction = NonNullable<Awaited<ReturnType<typeof fetchTransaction>>>

/** Reads whole transactions. An unreadable transaction blocks no other: it is skipped, counted and reported. */
export interface TransactionReader {
  /**
   * Reads a transaction at commitment `confirmed`.
   *
   * @returns `undefined` if the node does not have it, `'unreadable'` if it was skipped.
   * @throws the error of a read that may succeed later.
   */
  read(signature: string, signal: AbortSignal): Promise<FoundTransaction | undefined | 'unreadable'>
  /** Skips a transaction that was read but cannot be decoded. */
  skip(signature: string, error: unknown): void
  /** Number of skipped transactions. */
  readonly skipped: number
}

interface Failures {
  count: number
  /** Number of successful reads at the time of the last failure. */
  answered: number
  isGivenUp: boolean
}

/** @param onNotice receives lines for the log. */
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

  /** Counts a failure. @returns `true` if the transaction is now skipped. */
  function hasFailedForGood(signature: string, error: unknown): boolean {
    const known = failures.get(signature)
    const isRefused = isTernError(error, 'rpc/refused') && refusalsForGood.includes(error.facts.code)
    // A node that answers nothing else proves nothing about this transaction.
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

interface ListedSignature {
  readonly signature: string
  readonly isFinal: boolean
}

/**
 * Reads and decodes a transaction. A transaction that cannot be decoded is skipped. Otherwise like
 * `TransactionReader.read`.
 */
export async function readTransaction(
  reader: TransactionReader,
  { signature, isFinal }: ListedSignature,
  signal: AbortSignal,
): Promise<Transaction | undefined | 'unreadable'> {
  const found = await reader.read(signature, signal)
  if (found === undefined || found === 'unreadable') return found
  try {
    // Some nodes return a block before they know its time. The next look finds it.
    return found.blockTime === null ? undefined : { ...transactionOf(found, signature), isFinal }
  } catch (error) {
    reader.skip(signature, error)
    return 'unreadable'
  }
}

/** Converts a transaction, as not final. The time is 0 if the node does not report it. */
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

/** Reads the time of a slot's block, in seconds since 1970. @returns `undefined` if the node does not know it. */
export async function readBlockTime({ rpc }: Pick<Chain, 'rpc'>, slot: number, signal: AbortSignal) {
  const seconds = await rpc.getBlockTime(BigInt(slot)).send({ abortSignal: withTimeout(signal) })
  return seconds === null ? undefined : Number(seconds)
}
