import type { Listing } from '../../data/market/listing.ts'
import { openToast } from '../../data/toasts.ts'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'

type BuyAtOnce = typeof import('./buyAtOnce.ts').buyAtOnce

/**
 * Buys at once, or asks where that needs a look first; also with an amount that would do, where the one that is set does not. `load`: gets what a trade takes; where it or what the trade is worked out
 * from cannot be had, a toast says so, and nothing was sent. Never rejects.
 */
export async function quickBuyNow(
  token: Listing,
  isStillArmed: () => boolean,
  ask: (token: Listing, lamports?: bigint) => void,
  load: () => Promise<{ readonly buyAtOnce: BuyAtOnce }>,
): Promise<void> {
  try {
    const { buyAtOnce } = await load()
    if ((await buyAtOnce(token, isStillArmed, lamports => ask(token, lamports))) === 'ask') ask(token)
  } catch (error) {
    const title = errorText(error)
    const detail = [`Buy ${token.symbol}. Nothing was sent.`, nextStep(title)].join(' ').trim()
    openToast({ state: 'failed', title, detail })
  }
}
