import { readClocks } from '../../data/stream/latestBlockhash.ts'
import { openToast, sendingToast } from '../../data/toasts.ts'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import type { QuickBuyPress } from './quickBuyNow.ts'

type Trading = Pick<typeof import('./quickBuyNow.ts'), 'quickBuyNow'>

/**
 * Handles a press on quick buy. It opens the toast at once, even while the trading code still loads.
 * If the code cannot load, the toast says that nothing was sent. Never rejects.
 *
 * @param loaded the trading code, if it has loaded
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
