import { zeroSlotTipAccounts } from '@tern/core/internal/tipAccounts'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

const endpoints = [
  'https://ny.0slot.trade',
  'https://de.0slot.trade',
  'https://ams.0slot.trade',
  'https://jp.0slot.trade',
  'https://la.0slot.trade',
]

/**
 * Creates a provider for 0slot. Asks for front-running protection with `anti-mev=true` in the query.
 *
 * @param settings `key` goes into the query as `api-key`.
 * @example
 * zeroSlotProvider({ key }).minimumTip // 1_000_000n lamports
 */
export function zeroSlotProvider(settings: ProviderSettings & { readonly key: string }): EndpointProvider {
  const call = sendTransactionCalls()
  const query = { 'api-key': settings.key }
  return httpProvider(
    '0slot',
    { endpoints, tipAccounts: zeroSlotTipAccounts, ...settings },
    {
      submit: (encoded, isProtected) => ({
        path: '/',
        query: isProtected ? { ...query, 'anti-mev': 'true' } : query,
        body: call(encoded),
      }),
      signatureOf: resultOf,
      probe: { path: '/health', body: {} },
    },
  )
}
