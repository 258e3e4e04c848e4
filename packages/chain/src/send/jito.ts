import type { Address } from '@tern/core'
import { jitoTipAccounts } from '@tern/core/tipAccounts'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

/** Seven of its nine: Dublin and Singapore are left out, each region allowing few requests. */
const endpoints = [
  'https://mainnet.block-engine.jito.wtf',
  'https://amsterdam.mainnet.block-engine.jito.wtf',
  'https://frankfurt.mainnet.block-engine.jito.wtf',
  'https://london.mainnet.block-engine.jito.wtf',
  'https://ny.mainnet.block-engine.jito.wtf',
  'https://slc.mainnet.block-engine.jito.wtf',
  'https://tokyo.mainnet.block-engine.jito.wtf',
]

/** A bundle with a transaction that names it may not put another one before that. */
const dontFront = 'jitodontfront111111111111111111111111111111' as Address

/**
 * Jito's block engines (`/api/v1/transactions`). `key`: a UUID that allows more than a request a second and region, sent as
 * `x-jito-auth`; it works without. Protection from front-runners is by an account that the transaction names.
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
