import type { Address, SignedTransaction, TernError } from '@tern/core'

/** What a provider is told with a transaction. */
export interface SendOptions {
  /** Ask the provider to keep the transaction from front-runners, where it can. */
  readonly frontRunningProtection?: boolean
  /** What the transaction tips, for whoever passes it on. Unset: 0. */
  readonly tipLamports?: bigint
  readonly signal: AbortSignal
}

/** What of a transaction goes out. */
export type WireTransaction = Pick<SignedTransaction, 'bytes' | 'signature'>

/** One address at which a provider takes transactions. */
export interface ProviderEndpoint {
  /** Its host: nothing that could be a key. */
  readonly name: string
  /** @throws TernError `send/*`, of a node `rpc/*`, after 5 s at the latest; what the signal was aborted with. */
  send(transaction: WireTransaction, options: SendOptions): Promise<void>
  /** Resolves with any answer that the endpoint itself gives: how long it takes is how far away it is. @throws as `send` does. */
  probe(signal: AbortSignal): Promise<void>
}

/** A way for transactions into the cluster. */
export interface Provider {
  readonly name: string
  /** Lamports that it takes at least. */
  readonly minimumTip: bigint
  /** Where a tip may go, one as good as another; none: it takes no tip. */
  readonly tipAccounts: readonly Address[]
  /** A protected transaction must name it, to be read only: `tipTo` says so. Unset: protection is asked for with the request, or there is none. */
  readonly frontRunningAccount?: Address
  /** How it is asked to keep a transaction from front-runners; unset: it cannot. */
  readonly frontRunningProtection?: 'account' | 'request'
  /** Each by itself, for measuring them and leaving out those that fail. Unset: they cannot be told apart. */
  readonly endpoints?: readonly ProviderEndpoint[]
  /**
   * Hands the same bytes to every endpoint at once, each for 5 s at most. Resolves as soon as one took them.
   * @throws TernError `send/*` when none did; that none answered does not mean that none has it.
   */
  send(transaction: SignedTransaction, options: SendOptions): Promise<void>
}

/** A provider that is nothing but its endpoints. */
export interface EndpointProvider extends Provider {
  readonly endpoints: readonly ProviderEndpoint[]
  /** What it throws when every endpoint failed. */
  failure(cause: AggregateError): TernError
  send(transaction: WireTransaction, options: SendOptions): Promise<void>
}

/** A provider that sends to all these endpoints, or to those that `chosen` names. */
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
