import type { Provider } from './provider.ts'
import { createRelayer } from './relayer.ts'

/**
 * A provider that a server sends through, which has its key: for pages, and whatever else may not know keys.
 * @param url the server's `/api/spot/relayer`.
 * @example relayedProvider({ name: 'bloxroute', minimumTip: 1_000_000n, tipAccounts: bloxrouteTipAccounts }, `${location.origin}/api/spot/relayer`)
 */
export function relayedProvider(
  provider: Pick<Provider, 'name' | 'minimumTip' | 'tipAccounts' | 'frontRunningAccount' | 'frontRunningProtection'>,
  url: string,
): Provider {
  const relayer = createRelayer(url, provider.name)
  return {
    ...provider,
    send(transaction, { frontRunningProtection = false, tipLamports = 0n, signal }) {
      const route = { mevProtection: frontRunningProtection, tipAmount: Number(tipLamports) }
      return relayer.send([transaction], route, signal)
    },
  }
}
