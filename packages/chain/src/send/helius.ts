import { heliusTipAccounts } from '@tern/core/tipAccounts'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

/** Its regions, which speak http only: for servers. A page takes `providerTable.helius.fromPage`. */
const endpoints = [
  'http://slc-sender.helius-rpc.com',
  'http://ewr-sender.helius-rpc.com',
  'http://lon-sender.helius-rpc.com',
  'http://fra-sender.helius-rpc.com',
  'http://ams-sender.helius-rpc.com',
  'http://sg-sender.helius-rpc.com',
  'http://tyo-sender.helius-rpc.com',
]

/**
 * Helius' Sender (`/fast`), which takes only transactions that tip it and set a compute-unit price. `key`: allows more a
 * second, sent as `api-key` in the query; it works without, and to the regions it would go over plain http.
 */
export function heliusProvider(settings: ProviderSettings = {}): EndpointProvider {
  const call = sendTransactionCalls()
  const query: Readonly<Record<string, string>> = settings.key ? { 'api-key': settings.key } : {}
  return httpProvider(
    'helius',
    { endpoints, tipAccounts: heliusTipAccounts, ...settings },
    {
      submit: encoded => ({ path: '/fast', query, body: call(encoded) }),
      signatureOf: resultOf,
      probe: { path: '/ping' },
    },
  )
}
