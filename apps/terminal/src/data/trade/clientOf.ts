import { type Client, type Provider, relayedProvider, withOwner } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { client } from '../client.ts'
import { settings } from '../settings/settings.ts'
import { isNonceMode } from '../wallets/nonceMode.ts'
import type { TradeFees } from './chooseProvider.ts'
import { fetchReadyProviders } from './providers.ts'

/** How a trade or a swap is sent, by the preset. */
export interface Sending {
  readonly fees: TradeFees
  /** `true` asks for front-running protection, if the provider has it. */
  readonly mevProtection: boolean
}

/** Returns the part of a request that says how its transactions are sent. */
export const sendingOf = (owner: Address, { fees, mevProtection }: Sending) => ({
  ...fees,
  frontRunningProtection: mevProtection,
  lifetime: isNonceMode(owner) ? ('nonce' as const) : ('blockhash' as const),
})

/**
 * Returns the page's client with the providers that the server sends through.
 * All are relayed by the server, because the server has their keys and the page may reach no other site.
 *
 * @param only the names to include. Unset: every provider.
 */
export async function clientWithProviders(only?: readonly string[], fetchReady = fetchReadyProviders): Promise<Client> {
  const [base, ready] = await Promise.all([client(), fetchReady()])
  const relayed = ready
    .filter(({ name }) => only === undefined || only.includes(name))
    .map(({ name, minimumTip, tipAccounts, frontRunningAccount, frontRunningProtection }): Provider => {
      const protection = {
        ...(frontRunningAccount !== null && { frontRunningAccount: frontRunningAccount as Address }),
        ...(frontRunningProtection !== 'none' && { frontRunningProtection }),
      }
      const tips = { name, minimumTip, tipAccounts: tipAccounts as readonly Address[] }
      return relayedProvider({ ...tips, ...protection }, `${location.origin}/api/spot/relayer`)
    })
  return { ...base, providers: [...base.providers, ...relayed] }
}

/**
 * Returns the client for a trade with these fees.
 * It has only the tipped provider, so that no other provider that takes tips gets the trade.
 * For nonce trades it has all providers that are turned on, because each variant tips another.
 */
export async function clientOf(owner: Owner, { provider }: TradeFees): Promise<Client> {
  if (provider === undefined) return withOwner(await client(), owner)
  const tipped = isNonceMode(owner.address) ? settings.get().providers : [provider]
  return withOwner(await clientWithProviders(tipped), owner)
}
