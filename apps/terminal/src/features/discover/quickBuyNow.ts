import type { Listing } from '../../data/market/listing.ts'
import { openToast } from '../../data/toasts.ts'
import { pressOnce } from '../../data/trade/press.ts'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'

type BuyAtOnce = typeof import('./buyAtOnce.ts').buyAtOnce

/**
 * Buys at once, or asks if the trade needs a look first. A second press of the token before the first has ended does nothing.
 * If the code or the facts of the trade cannot be loaded, a toast says so and nothing was sent. Never rejects.
 *
 * @param ask shows the receipt, with `lamports` instead of the settings' amount.
 * @param load gets the code of a trade.
 */
export async function quickBuyNow(
  token: Listing,
  isStillArmed: () => boolean,
  ask: (token: Listing, lamports?: bigint) => void,
  load: () => Promise<{ readonly buyAtOnce: BuyAtOnce }>,
): Promise<void> {
  await pressOnce(token.mint, async () => {
    try {
      const { buyAtOnce } = await load()
      if ((await buyAtOnce(token, isStillArmed, lamports => ask(token, lamports))) === 'ask') ask(token)
    } catch (error) {
      const title = errorText(error)
      const detail = [`Buy ${token.symbol}. Nothing was sent.`, nextStep(title)].join(' ').trim()
      openToast({ state: 'failed', title, detail })
    }
  })
}
