import type { Listing } from '../../data/market/listing.ts'
import type { Settings } from '../../data/settings/settings.ts'
import { pressTrade, type TradePress } from '../../data/trade/pressTrade.ts'

export { watchPresses } from '../../data/trade/press.ts'

export interface QuickBuyPress extends Pick<TradePress, 'token' | 'owner' | 'isStillArmed' | 'opened'> {
  /** The settings at the moment of the press. */
  readonly settings: Pick<Settings, 'quickBuy' | 'presets' | 'chosenPreset'>
  /** Shows the preview, with `lamports` instead of the settings' amount. */
  readonly ask: (token: Listing, lamports?: bigint) => void
}

/** Buys with the settings of the press, or asks if the trade needs a look first. Never rejects. */
export async function quickBuyNow({ settings, ask, ...press }: QuickBuyPress): Promise<void> {
  const { quickBuy, presets, chosenPreset } = settings
  const { token } = press
  await pressTrade({
    ...press,
    side: 'buy',
    amountIn: quickBuy,
    preset: presets[chosenPreset],
    ask: () => ask(token),
    use: lamports => ask(token, lamports),
  })
}
