import type { Provider } from './provider.ts'
import { createRelayer } from './relayer.ts'

/**
 * Creates a provider that a server sends through. The server holds the key, so it suits pages.
 *
 * @param url the server's `/api/spot/relayer`.
 * @example
 * relayedProvider(provider, `${location.origin}/api/spot/relayer`).name // 'bloxroute', if the provider has that name
 */
export function relayedProvider(
  provider: Pick<Provider, 'name' | 'minimumTip' | 'tipAccounts' | 'frontRunningAccount' | 'frontRunningProtection'>,
  url: string,
): Provider {
  const relayer = createRelayer(url, provider.name)
  return {
    ...provider,
    send(transaction, { frontRunningProtection = false, tipLamports = 0n, signal }) {
      const routeConfig = { mevProtection: frontRunningProtection, tipAmount: Number(tipLamports) }
      return relayer.send([transaction], routeConfig, signal)
    },
  }
}
