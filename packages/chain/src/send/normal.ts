import type { Base64EncodedWireTransaction } from '@solana/kit'
import { encodeBase64, isTernError } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import type { Chain } from '../chain.ts'
import { type EndpointProvider, type ProviderEndpoint, providerOf } from './provider.ts'

/** The cluster's own nodes: `sendTransaction` at every node of `chain`, without preflight and without the node's retries. */
export function normalProvider(chain: Pick<Chain, 'nodes'>): EndpointProvider {
  const endpoints = chain.nodes.map((node, index): ProviderEndpoint => {
    const name = `node ${index + 1}`
    return {
      name,
      async send({ bytes, signature }, { signal }) {
        const wire = encodeBase64(bytes) as Base64EncodedWireTransaction
        const options = { skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0n } as const
        const answer = await node
          .sendTransaction(wire, { encoding: 'base64', ...options })
          .send({ abortSignal: signal })
        if (answer !== signature)
          throw new TernError('send/wrongSignature', { endpoint: name, expected: signature, actual: answer })
      },
      async probe(signal) {
        await node.getHealth().send({ abortSignal: signal })
      },
    }
  })
  return providerOf({ name: 'normal', minimumTip: 0n, tipAccounts: [], endpoints, failure })
}

/** What the first node says. */
function failure({ errors: [cause] }: AggregateError): TernError {
  if (isTernError(cause, 'rpc/timedOut')) return new TernError('send/timedOut', {}, { cause })
  return new TernError('send/failed', { why: whyOf(cause) }, { cause })
}

function whyOf(cause: unknown): string {
  if (isTernError(cause, 'rpc/refused')) return cause.facts.message
  if (isTernError(cause, 'rpc/badAnswer')) return cause.facts.statusText || cause.facts.why
  return cause instanceof Error ? cause.message : String(cause)
}
