import {
  bloxrouteProvider,
  type Chain,
  type EndpointProvider,
  heliusProvider,
  jitoProvider,
  normalProvider,
  temporalProvider,
  zeroSlotProvider,
} from '@tern/chain'
import type { Address } from '@tern/core'
import { tipTaker } from '@tern/core/tipAccounts'
import type { RelayedProvider } from '../config.ts'

const makers = {
  jito: jitoProvider,
  bloxroute: bloxrouteProvider,
  helius: heliusProvider,
  '0slot': zeroSlotProvider,
  temporal: temporalProvider,
} as const

/** The node, and the providers that the settings name. */
export function openProviders(chain: Chain, configured: readonly RelayedProvider[]): readonly EndpointProvider[] {
  // Those that cannot do without a key have one; to the others an empty one is none.
  const opened = configured.map(({ name, settings }) => makers[name]({ key: '', ...settings }))
  return [normalProvider(chain), ...opened]
}

/** Who takes tips at an account: the provider for which it is configured, or the one that is known for it. */
export const tipTakers =
  (configured: readonly RelayedProvider[]) =>
  (account: Address): string | undefined =>
    configured.find(({ settings }) => settings.tipAccounts?.includes(account))?.name ?? tipTaker(account)
