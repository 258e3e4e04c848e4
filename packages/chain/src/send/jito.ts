import type { Address } from '@tern/core'
import { jitoTipAccounts } from '@tern/core/internal/tipAccounts'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

/** Seven of Jito's nine regions. Each region allows few requests, so Dublin and Singapore are left out. */
const endpoints = [
  'https://mainnet.block-engine.jito.wtf',
  'https://amsterdam.mainnet.block-engine.jito.wtf',
  'https://frankfurt.mainnet.block-engine.jito.wtf',
  'https://london.mainnet.block-engine.jito.wtf',
  'https://ny.mainnet.block-engine.jito.wtf',
  'https://slc.mainnet.block-engine.jito.wtf',
  'https://tokyo.mainnet.block-engine.jito.wtf',
]

/** If a transaction names this account, a bundle may not put another transaction before it. */
const dontFront = 'jitodontfront111111111111111111111111111111' as Address

/**
 * Creates a provider for Jito's block engines (`/api/v1/transactions`).
 * A transaction gets front-running protection by naming `frontRunningAccount`.
 *
 * @param settings `key` is an optional UUID that allows more than a request a second and region. It goes into the header `x-jito-auth`.
 * @example
 * jitoProvider().minimumTip // 1_000n lamports
 */
export function jitoProvider(settings: ProviderSettings = {}): EndpointProvider {
  const call = sendTransactionCalls({ preflightCommitment: 'confirmed' })
  const headers = settings.key ? { 'x-jito-auth': settings.key } : {}
  const provider = httpProvider(
    'jito',
    { endpoints, tipAccounts: jitoTipAccounts, ...settings },
    {
      submit: encoded => ({ path: '/api/v1/transactions', headers, body: call(encoded) }),
      signatureOf: resultOf,
      probe: {
        path: '/api/v1/getTipAccounts',
        headers,
        body: { jsonrpc: '2.0', id: 1, method: 'getTipAccounts', params: [] },
      },
    },
  )
  return { ...provider, frontRunningAccount: dontFront }
}
