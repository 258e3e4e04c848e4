import type { Address } from '@tern/core'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import type { EndpointProvider } from './provider.ts'

/** Where bloXroute takes tips, all four. */
export const bloxrouteTipAccounts = [
  'HWEoBxYs7ssKuudEjzjmpfJVX7Dvi7wescFsVx2L5yoY',
  '95cfoy472fcQHaw4tPGBTKpn6ZQnfEPfBgDQx6gcRmRg',
  '3UQUKjhMKaY2S6bjcQD6yHB7utcZt5bfarRCmctpRtUd',
  'FogxVNs6Mm2w9rnGL1vkARSwJxvLE8mujTv3LK8RnUhF',
] as readonly string[] as readonly Address[]

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
