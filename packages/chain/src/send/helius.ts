import { heliusTipAccounts } from '@tern/core/internal/tipAccounts'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

/** The regional endpoints speak only http, so they are for servers. A page uses `providerTable.helius.fromPage`. */
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
 * Creates a provider for Helius' Sender (`/fast`). It accepts only transactions that tip it and set a compute-unit price.
 *
 * @param settings `key` is optional and raises the rate limit. It goes into the query as `api-key`, to the regions over plain http.
 * @example
 * heliusProvider().minimumTip // 1_000_000n lamports
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
