import { temporalTipAccounts } from '@tern/core/tipAccounts'
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

/** Temporal's Nozomi, which says nothing when it drops a transaction that tips too little. `key`: sent as `c` in the query. */
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
