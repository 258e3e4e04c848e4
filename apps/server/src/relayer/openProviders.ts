import {
  bloxrouteProvider,
  type Chain,
  heliusProvider,
  jitoProvider,
  normalProvider,
  temporalProvider,
  zeroSlotProvider,
} from '@tern/chain'
import type { EndpointProvider } from '@tern/chain/internal'
import type { Address } from '@tern/core'
import { tipTaker } from '@tern/core/internal/tipAccounts'
import type { RelayedProvider } from '../config.ts'

const makers = {
  jito: jitoProvider,
  bloxroute: bloxrouteProvider,
  helius: heliusProvider,
  '0slot': zeroSlotProvider,
  temporal: temporalProvider,
} as const

/** Creates the providers of the settings, and the provider that sends to the nodes. */
export function openProviders(chain: Chain, configured: readonly RelayedProvider[]): readonly EndpointProvider[] {
  // The settings contain a key for each provider that needs a key. For the others, an empty key means no key.
  const opened = configured.map(({ name, settings }) => makers[name]({ key: '', ...settings }))
  return [normalProvider(chain), ...opened]
}

/**
 * Returns a function that names the provider that takes tips at an account: the configured provider, otherwise the
 * known one.
 */
export const tipTakers =
  (configured: readonly RelayedProvider[]) =>
  (account: Address): string | undefined =>
    configured.find(({ settings }) => settings.tipAccounts?.includes(account))?.name ?? tipTaker(account)
