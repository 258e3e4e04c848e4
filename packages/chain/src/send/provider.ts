import type { Address, SignedTransaction, TernError } from '@tern/core'

/** Options of a submission. */
export interface SendOptions {
  /** Ask for front-running protection, if the provider offers it. */
  readonly frontRunningProtection?: boolean
  /** The transaction's tip in lamports, for providers that forward it. Unset: 0. */
  readonly tipLamports?: bigint
  readonly signal: AbortSignal
}

/** The parts of a transaction that a provider gets. */
export type WireTransaction = Pick<SignedTransaction, 'bytes' | 'signature'>

/** An address that accepts transactions. */
export interface ProviderEndpoint {
  /** Its host, without anything that could be a key. */
  readonly name: string
  /**
   * Submits a transaction. Gives up after 5 s.
   *
   * @throws TernError `send/*`, or `rpc/*` from a node.
   * @throws the abort reason of the signal.
   */
  send(transaction: WireTransaction, options: SendOptions): Promise<void>
  /** Resolves with any answer of the endpoint. The time that it takes measures the distance. Rejects like `send`. */
  probe(signal: AbortSignal): Promise<void>
}

/** Submits transactions to the cluster. */
export interface Provider {
  readonly name: string
  /** Smallest tip that it accepts, in lamports. */
  readonly minimumTip: bigint
  /** Accounts that accept tips, all equivalent. Empty: the provider takes no tips. */
  readonly tipAccounts: readonly Address[]
  /**
   * A protected transaction must name this account as read-only; `tipTo` arranges that.
   * Unset: protection is requested with the submission, or the provider has no protection.
   */
  readonly frontRunningAccount?: Address
  /** How to request front-running protection. Unset: the provider has no protection. */
  readonly frontRunningProtection?: 'account' | 'request'
  /** Its single endpoints, to measure them and skip failing endpoints. Unset: there are no separate endpoints. */
  readonly endpoints?: readonly ProviderEndpoint[]
  /**
   * Submits the same bytes to every endpoint at once, for 5 s at most. Resolves as soon as an endpoint accepts.
   *
   * @throws TernError `send/*` if all fail. The transaction may still have arrived.
   */
  send(transaction: SignedTransaction, options: SendOptions): Promise<void>
}

/** A provider made of endpoints. */
export interface EndpointProvider extends Provider {
  readonly endpoints: readonly ProviderEndpoint[]
  /** Makes the error to throw when every endpoint failed. */
  failure(cause: AggregateError): TernError
  send(transaction: WireTransaction, options: SendOptions): Promise<void>
}

/**
 * Creates a provider of these endpoints.
 *
 * @param chosen picks the endpoints for a transaction. Unset: all.
 */
export function providerOf(
  parts: Omit<EndpointProvider, 'send'>,
  chosen = (_: WireTransaction) => parts.endpoints,
): EndpointProvider {
  return {
    ...parts,
    async send(transaction, options) {
      try {
        await Promise.any(chosen(transaction).map(endpoint => endpoint.send(transaction, options)))
      } catch (cause) {
        options.signal.throwIfAborted()
        throw parts.failure(cause as AggregateError)
      }
    },
  }
}
