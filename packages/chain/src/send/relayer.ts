import { encodeBase64, type SignedTransaction, TernError } from '@tern/core'
import { requestTimeoutMs } from '../rpc/endpoint.ts'
import { isRecord } from '../rpc/isRecord.ts'

/** The relayer's options for a request. */
export interface RouteConfig {
  readonly mevProtection: boolean
  /** Lamports. */
  readonly tipAmount: number
  /** The relayer refuses a request with `true`. To send no request at all, set `Submission.skipRelayer`. */
  readonly skipRelayer?: boolean
}

/** A server that submits the same transactions. */
export interface Relayer {
  /** @throws TernError `send/relayerRefused`, `send/relayerFailed`, `send/timedOut`. */
  send(transactions: readonly SignedTransaction[], routeConfig: RouteConfig, signal: AbortSignal): Promise<void>
}

/**
 * Creates a client for the relayer at `url`.
 *
 * @param url ends in `/api/spot/relayer`.
 * @param provider name of the provider that the relayer sends through.
 * @example
 * createRelayer('https://tern.example/api/spot/relayer', 'bloxroute') // a Relayer; it sends nothing yet
 */
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
            // HTTP/2 responses carry no status text.
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
