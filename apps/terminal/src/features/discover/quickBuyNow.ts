import type { Listing } from '../../data/market/listing.ts'
import type { Settings } from '../../data/settings/settings.ts'
import { Disarmed, type PressedWish, pressOnce } from '../../data/trade/press.ts'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { tradeText } from '../../text/tradeText.ts'
import { type BuyTerms, buyAtOnce } from './buyAtOnce.ts'

export { watchPresses } from '../../data/trade/press.ts'

export interface QuickBuyPress extends Pick<BuyTerms, 'token' | 'owner'>, Pick<PressedWish, 'isStillArmed' | 'opened'> {
  /** As they were at the press. */
  readonly settings: Pick<Settings, 'quickBuy' | 'presets' | 'chosenPreset'>
  /** Shows the receipt, with `lamports` instead of the settings' amount. */
  readonly ask: (token: Listing, lamports?: bigint) => void
}

/**
 * Buys what the settings say at the press, or asks if the trade needs a look first.
 * A second press of the token before the first has ended does nothing.
 * If the facts of the trade cannot be read in time, the toast says so and nothing was sent. Never rejects.
 */
export async function quickBuyNow({ token, owner, settings, ask, ...press }: QuickBuyPress): Promise<void> {
  const { quickBuy, presets, chosenPreset } = settings
  const preset = presets[chosenPreset]
  const slippageBps = preset.slippageBps.buy
  const wish = { token, side: 'buy', amountIn: quickBuy, slippageBps, owner: owner.address, ...press } as const
  await pressOnce(wish, async pressed => {
    try {
      const use = (lamports: bigint) => ask(token, lamports)
      const outcome = await buyAtOnce({ token, owner, amountIn: quickBuy, preset, use }, pressed)
      if (outcome === 'settled') return
      pressed.toast.close()
      ask(token)
    } catch (error) {
      const title = errorText(error)
      const detail = [`${tradeText(wish)}. Nothing was sent.`, nextStep(title)].join(' ').trim()
      const passing = error instanceof Disarmed && { isPassing: true }
      pressed.toast.update({ state: 'failed', title, detail, ...passing })
    }
  })
}
