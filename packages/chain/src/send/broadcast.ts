import { type SignedTransaction, TernError } from '@tern/core'
import type { Provider } from './provider.ts'
import type { Relayer } from './relayer.ts'

/** The targets of a transaction: every provider and the relayer, all at once. */
export interface Submission {
  readonly providers: readonly Provider[]
  readonly relayer?: Relayer
  /** `true`: the providers get the transaction, the relayer does not. */
  readonly skipRelayer?: boolean
  readonly frontRunningProtection?: boolean
  /** The transaction's tip, in lamports. */
  readonly tipLamports?: bigint
}

/**
 * Sends a round everywhere.
 *
 * @returns `undefined` as soon as a provider or the relayer accepts. If all refuse, the error.
 */
export async function broadcast(
  transaction: SignedTransaction,
  { providers, relayer, skipRelayer, frontRunningProtection = false, tipLamports = 0n }: Submission,
  signal: AbortSignal,
): Promise<TernError | undefined> {
  const options = { frontRunningProtection, tipLamports, signal }
  const attempts = providers.map(async provider => provider.send(transaction, options))
  if (relayer !== undefined && !skipRelayer) {
    const routeConfig = { mevProtection: frontRunningProtection, tipAmount: Number(tipLamports) }
    attempts.push(relayer.send([transaction], routeConfig, signal))
  }
  try {
    await Promise.any(attempts)
    return undefined
  } catch (cause) {
    const { errors } = cause as AggregateError
    const first: unknown = errors[0]
    if (errors.length === 1 && first instanceof TernError) return first
    return new TernError('send/allFailed', {}, { cause })
  }
}
