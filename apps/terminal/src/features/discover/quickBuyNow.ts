import type { Listing } from '../../data/market/listing.ts'
import { settings } from '../../data/settings/settings.ts'
import { Disarmed, pressOnce } from '../../data/trade/press.ts'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'
import { tradeText } from '../../text/tradeText.ts'
import type { BuyTerms, buyAtOnce } from './buyAtOnce.ts'

interface QuickBuyPress extends Pick<BuyTerms, 'token' | 'owner'> {
  readonly isStillArmed: () => boolean
  /** Shows the receipt, with `lamports` instead of the settings' amount. */
  readonly ask: (token: Listing, lamports?: bigint) => void
  /** Gets the code of a trade. */
  readonly load: () => Promise<{ readonly buyAtOnce: typeof buyAtOnce }>
}

/**
 * Buys what the settings say at the press, or asks if the trade needs a look first.
 * A second press of the token before the first has ended does nothing.
 * If the code or the facts of the trade cannot be loaded in time, the toast says so and nothing was sent. Never rejects.
 */
export async function quickBuyNow({ token, owner, isStillArmed, ask, load }: QuickBuyPress): Promise<void> {
  const { quickBuy, presets, chosenPreset } = settings.get()
  const preset = presets[chosenPreset]
  const slippageBps = preset.slippageBps.buy
  const wish = { token, side: 'buy', amountIn: quickBuy, slippageBps, owner: owner.address, isStillArmed } as const
  await pressOnce(wish, async press => {
    try {
      const trading = await press.wanted(load())
      const use = (lamports: bigint) => ask(token, lamports)
      const outcome = await trading.buyAtOnce({ token, owner, amountIn: quickBuy, preset, use }, press)
      if (outcome === 'settled') return
      press.toast.close()
      ask(token)
    } catch (error) {
      const title = errorText(error)
      const detail = [`${tradeText(wish)}. Nothing was sent.`, nextStep(title)].join(' ').trim()
      const passing = error instanceof Disarmed && { isPassing: true }
      press.toast.update({ state: 'failed', title, detail, ...passing })
    }
  })
}
