import { temporalTipAccounts } from '@tern/core/internal/tipAccounts'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

const endpoints = [
  'https://pit1.nozomi.temporal.xyz',
  'https://ewr1.nozomi.temporal.xyz',
  'https://ams1.nozomi.temporal.xyz',
  'https://fra2.nozomi.temporal.xyz',
  'https://tyo1.nozomi.temporal.xyz',
  'https://sgp1.nozomi.temporal.xyz',
]

/**
 * Creates a provider for Temporal's Nozomi. It reports no error when it drops a transaction because the tip is too small.
 *
 * @param settings `key` goes into the query as `c`.
 * @example
 * temporalProvider({ key }).minimumTip // 1_000_000n lamports
 */
export function temporalProvider(settings: ProviderSettings & { readonly key: string }): EndpointProvider {
  const call = sendTransactionCalls()
  return httpProvider(
    'temporal',
    { endpoints, tipAccounts: temporalTipAccounts, ...settings },
    {
      submit: encoded => ({ path: '/', query: { c: settings.key }, body: call(encoded) }),
      signatureOf: resultOf,
      probe: { path: '/ping' },
    },
  )
}
