import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { tradeText } from '../../text/tradeText.ts'
import { Disarmed, type PressedWish, pressOnce } from './press.ts'
import { type PressedTrade, tradeAtOnce } from './tradeAtOnce.ts'

export interface TradePress extends PressedTrade, Pick<PressedWish, 'isStillArmed' | 'opened'> {
  /** Shows the preview, to confirm the trade there. */
  readonly ask: () => void
}

/**
 * Trades at the press, or asks if the trade needs a look first.
 * A second press of the token before the first has ended does nothing.
 * If the trade's facts cannot be read in time, the toast says so and nothing was sent. Never rejects.
 */
export async function pressTrade({ ask, isStillArmed, opened, ...trade }: TradePress): Promise<void> {
  const { token, side, amountIn, owner, preset } = trade
  const armed = { ...(isStillArmed && { isStillArmed }), ...(opened && { opened }) }
  const wish = { token, side, amountIn, slippageBps: preset.slippageBps[side], owner: owner.address, ...armed }
  await pressOnce(wish, async pressed => {
    try {
      const outcome = await tradeAtOnce(trade, pressed)
      if (outcome === 'settled') return
      pressed.toast.close()
      ask()
    } catch (error) {
      const title = errorText(error)
      const detail = [`${tradeText(wish)}. Nothing was sent.`, nextStep(title)].join(' ').trim()
      const passing = error instanceof Disarmed && { isPassing: true }
      pressed.toast.update({ state: 'failed', title, detail, ...passing })
    }
  })
}
