import { bloxrouteTipAccounts } from '@tern/core/internal/tipAccounts'
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

/**
 * Creates a provider for bloXroute's Trader API (`/api/v2/submit`).
 *
 * @param settings `key` is the account's token. It goes unchanged into the header `Authorization`.
 * @example
 * bloxrouteProvider({ key: token }).minimumTip // 1_000_000n lamports
 */
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
      // bloXroute documents `signature` today and documented `result` before.
      signatureOf: ({ result, signature }) => result ?? signature,
      probe: { path: '/health' },
    },
  )
}
