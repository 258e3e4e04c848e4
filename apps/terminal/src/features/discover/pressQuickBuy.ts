import { readClocks } from '../../data/stream/latestBlockhash.ts'
import { openToast, sendingToast } from '../../data/toasts.ts'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import type { QuickBuyPress } from './quickBuyNow.ts'

type Trading = Pick<typeof import('./quickBuyNow.ts'), 'quickBuyNow'>

/**
 * Presses for a quick buy. The press counts, and has its toast, at once, also while the code of a trade still loads.
 * If the code cannot be loaded, the toast says so and nothing was sent. Never rejects.
 *
 * @param loaded the code of a trade, if it is there.
 */
export async function pressQuickBuy(
  press: Omit<QuickBuyPress, 'opened'>,
  loaded: Trading | undefined,
  load: () => Promise<Trading>,
): Promise<void> {
  if (loaded !== undefined) return loaded.quickBuyNow(press)
  const intended = `Buy ${press.token.symbol} for ${plainDecimal(press.settings.quickBuy, inSol)} SOL`
  const opened = { toast: openToast(sendingToast(intended)), at: readClocks() }
  try {
    const { quickBuyNow } = await load()
    await quickBuyNow({ ...press, opened })
  } catch (error) {
    const title = errorText(error)
    const detail = [`${intended}. Nothing was sent.`, nextStep(title)].join(' ').trim()
    opened.toast.update({ state: 'failed', title, detail })
  }
}
