import { encodeBase64, type SignedTransaction } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { requestTimeoutMs } from '../rpc/endpoint.ts'
import { isRecord } from '../rpc/isRecord.ts'

/** What the relayer is told about the way of a transaction. */
export interface RouteConfig {
  readonly mevProtection: boolean
  /** Lamports. */
  readonly tipAmount: number
  /** The transactions go directly alone: a relayer refuses them. `Route.skipRelayer` asks none. */
  readonly skipRelayer?: boolean
}

/** A server that sends along the same transactions. */
export interface Relayer {
  /** @throws TernError `send/relayerRefused`, `send/relayerFailed`, `send/timedOut`. */
  send(transactions: readonly SignedTransaction[], route: RouteConfig, signal: AbortSignal): Promise<void>
}

/** The relayer at `url` (`…/api/spot/relayer`), given the name of the provider that it sends through. */
export function createRelayer(url: string, provider: string): Relayer {
  return {
    async send(transactions, routeConfig, signal) {
      const timeout = AbortSignal.timeout(requestTimeoutMs)
      const txs = transactions.map(({ bytes }) => ({ encodedTx: encodeBase64(bytes), provider }))
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ txs, routeConfig }),
          signal: AbortSignal.any([signal, timeout]),
        })
        if (!response.ok)
          throw new TernError('send/relayerRefused', {
            status: response.status,
            // HTTP/2 has none.
            statusText: response.statusText || String(response.status),
          })
        const answer: unknown = await response.json()
        if (!isRecord(answer) || answer.allFailed !== false) throw new TernError('send/relayerFailed', {})
      } catch (cause) {
        signal.throwIfAborted()
        if (timeout.aborted) throw new TernError('send/timedOut', {}, { cause })
        throw cause instanceof TernError ? cause : new TernError('send/relayerFailed', {}, { cause })
      }
    },
  }
}
