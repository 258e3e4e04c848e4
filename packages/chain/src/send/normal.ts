import type { Base64EncodedWireTransaction } from '@solana/kit'
import { encodeBase64, isTernError, TernError } from '@tern/core'
import type { Chain } from '../chain.ts'
import { type EndpointProvider, type ProviderEndpoint, providerOf, type WireTransaction } from './provider.ts'

/**
 * Creates a provider of the cluster's own nodes: `sendTransaction` at every node of `chain`.
 * Skips preflight and disables the node's retries. Leaves a rate-limited node alone for as long as it asks.
 *
 * @example
 * normalProvider(chain).name // 'normal'
 */
export function normalProvider(chain: Pick<Chain, 'nodes'>): EndpointProvider {
  /** By node, the time until which it is left alone: milliseconds of `performance.now`. */
  const restsUntil: number[] = []
  const sent = new WeakSet<WireTransaction>()
  const endpoints = chain.nodes.map((node, index): ProviderEndpoint => {
    const name = `node ${index + 1}`
    return {
      name,
      async send({ bytes, signature }, { signal }) {
        const wire = encodeBase64(bytes) as Base64EncodedWireTransaction
        const answer = await node
          .sendTransaction(wire, { encoding: 'base64', skipPreflight: true, maxRetries: 0n })
          .send({ abortSignal: signal })
          .catch(error => {
            if (isTernError(error, 'rpc/tooManyRequests'))
              restsUntil[index] = performance.now() + error.facts.retryAfterMs
            throw error
          })
        if (answer !== signature)
          throw new TernError('send/wrongSignature', { endpoint: name, expected: signature, actual: answer })
      },
      async probe(signal) {
        await node.getHealth().send({ abortSignal: signal })
      },
    }
  })
  return providerOf({ name: 'normal', minimumTip: 0n, tipAccounts: [], endpoints, failure }, transaction => {
    const free = endpoints.filter((_, index) => performance.now() >= (restsUntil[index] ?? 0))
    // If every node is rate-limited, send once anyway: unsent bytes can never land.
    const chosen = free.length > 0 || sent.has(transaction) ? free : endpoints
    sent.add(transaction)
    return chosen
  })
}

/** Makes an error out of the first node's error. */
function failure({ errors: [cause] }: AggregateError): TernError {
  if (isTernError(cause, 'rpc/timedOut')) return new TernError('send/timedOut', {}, { cause })
  return new TernError('send/failed', { why: whyOf(cause) }, { cause })
}

function whyOf(cause: unknown): string {
  if (isTernError(cause, 'rpc/refused')) return cause.facts.message
  if (isTernError(cause, 'rpc/badAnswer')) return cause.facts.statusText || cause.facts.why
  return cause instanceof Error ? cause.message : String(cause ?? 'too many requests')
}
