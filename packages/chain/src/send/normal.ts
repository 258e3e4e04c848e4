import type { Base64EncodedWireTransaction } from '@solana/kit'
import { encodeBase64 } from '@tern/core'
import type { Chain } from '../chain.ts'
import { anyOf, type Provider } from './provider.ts'

/** The cluster's own nodes: `sendTransaction` at every node of `chain`, without preflight and without the node's retries. */
export function normalProvider(chain: Pick<Chain, 'nodes'>): Provider {
  return {
    name: 'normal',
    minimumTip: 0n,
    tipAccounts: [],
    send(transaction, { signal }) {
      const wire = encodeBase64(transaction.bytes) as Base64EncodedWireTransaction
      return anyOf(
        chain.nodes.map(node =>
          node
            .sendTransaction(wire, {
              encoding: 'base64',
              skipPreflight: true,
              preflightCommitment: 'confirmed',
              maxRetries: 0n,
            })
            .send({ abortSignal: signal }),
        ),
      )
    },
  }
}
