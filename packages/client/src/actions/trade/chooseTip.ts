import type { Provider, Tip } from '@tern/chain'
import { tipByName, tipTo } from '@tern/chain/internal'
import type { TradeSettings } from './trade.ts'

/** The settings that choose a tip. */
export type TipSettings = Pick<
  TradeSettings,
  'bribeLamports' | 'provider' | 'frontRunningProtection' | 'pickTipAccount'
>

/**
 * Chooses the tip for the provider that the settings name, otherwise for the first provider that takes tips.
 *
 * @throws TernError `send/tipAccountNotFound`.
 */
export function chooseTip(providers: readonly Provider[], settings: TipSettings): Tip | undefined {
  const { bribeLamports, provider, frontRunningProtection = false, pickTipAccount: pick } = settings
  const options = { frontRunningProtection, ...(pick && { pick }) }
  if (provider !== undefined) return tipByName(providers, provider, { lamports: bribeLamports, ...options })
  const first = providers.find(({ tipAccounts }) => tipAccounts.length > 0)
  return first && tipTo(first, bribeLamports, options)
}
