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
