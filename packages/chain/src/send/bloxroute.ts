import { bloxrouteTipAccounts } from '@tern/core/tipAccounts'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import type { EndpointProvider } from './provider.ts'

const endpoints = [
  'https://ny.solana.dex.blxrbdn.com',
  'https://uk.solana.dex.blxrbdn.com',
  'https://la.solana.dex.blxrbdn.com',
  'https://germany.solana.dex.blxrbdn.com',
  'https://amsterdam.solana.dex.blxrbdn.com',
  'https://tokyo.solana.dex.blxrbdn.com',
]

/** bloXroute's Trader API (`/api/v2/submit`). `key`: the token of the account, sent as `Authorization` as it is. */
export function bloxrouteProvider(settings: ProviderSettings & { readonly key: string }): EndpointProvider {
  return httpProvider(
    'bloxroute',
    { endpoints, tipAccounts: bloxrouteTipAccounts, ...settings },
    {
      submit: (content, frontRunningProtection) => ({
        path: '/api/v2/submit',
        headers: { authorization: settings.key },
        body: { transaction: { content }, skipPreFlight: true, frontRunningProtection, useStakedRPCs: true },
      }),
      // Documented as `signature` today, `result` before.
      signatureOf: ({ result, signature }) => result ?? signature,
      probe: { path: '/health' },
    },
  )
}
