import { type SignedTransaction, TernError } from '@tern/core'
import type { Chain } from '../chain.ts'
import { pause } from '../rpc/pause.ts'
import { type ConfirmOptions, confirmTransaction, type Outcome } from './confirm.ts'
import type { Provider } from './provider.ts'
import type { Relayer } from './relayer.ts'

const rebroadcastMs = 2000

/** The ways that a transaction takes to the cluster, all at once. */
export interface Route {
  readonly providers: readonly Provider[]
  readonly relayer?: Relayer
  readonly frontRunningProtection?: boolean
  /** Lamports that the transaction tips. */
  readonly tipLamports?: bigint
}

/** Told as a transaction goes out. */
export interface SendReport {
  /** Once: the first time that one of the ways took it. */
  onSent?(): void
  /** Once: the first round, when none did: `send/allFailed`, or the only way's error. It may have arrived all the same, so it is still followed. */
  onFailure?(error: TernError): void
}

/**
 * Sends the same bytes on every way at once, and again every 2 s, until the outcome is known or 60 s have passed.
 * Never throws for a way that fails: only the chain says what became of a transaction.
 */
export async function sendTransaction(
  chain: Chain,
  transaction: SignedTransaction,
  route: Route,
  { onSent, onFailure, ...options }: ConfirmOptions & SendReport = {},
): Promise<Outcome> {
  const end = new AbortController()
  const signal = options.signal === undefined ? end.signal : AbortSignal.any([options.signal, end.signal])

  async function keepSending() {
    let told: 'nothing' | 'failed' | 'sent' = 'nothing'
    while (!signal.aborted) {
      const error = await broadcast(transaction, route, signal)
      if (signal.aborted) return
      if (error === undefined && told !== 'sent') {
        told = 'sent'
        onSent?.()
      } else if (error !== undefined && told === 'nothing') {
        told = 'failed'
        onFailure?.(error)
      }
      await pause(rebroadcastMs * (0.75 + Math.random() / 2), signal)
    }
  }

  void keepSending()
  try {
    return await confirmTransaction(chain, transaction, options)
  } finally {
    end.abort()
  }
}

/** One round on every way: `undefined` as soon as one took it, or why none did. */
async function broadcast(
  transaction: SignedTransaction,
  { providers, relayer, frontRunningProtection = false, tipLamports = 0n }: Route,
  signal: AbortSignal,
): Promise<TernError | undefined> {
  const ways = providers.map(async provider => provider.send(transaction, { frontRunningProtection, signal }))
  if (relayer !== undefined) {
    const route = { mevProtection: frontRunningProtection, tipAmount: Number(tipLamports) }
    ways.push(relayer.send([transaction], route, signal))
  }
  try {
    await Promise.any(ways)
    return undefined
  } catch (cause) {
    const errors: readonly unknown[] = cause instanceof AggregateError ? cause.errors : []
    const [first] = errors
    if (errors.length === 1 && first instanceof TernError) return first
    return new TernError('send/allFailed', {}, { cause })
  }
}
