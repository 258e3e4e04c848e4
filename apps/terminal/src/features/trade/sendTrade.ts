import { buy, followTrade, type Receipt, sell } from '@tern/client'
import { errorText } from '../../data/errorText.ts'
import { openFlight } from '../../data/flights.ts'
import { nextStep } from '../../data/nextStep.ts'
import { openToast } from '../../data/toasts.ts'
import type { TokenDetail } from '../../data/token.ts'
import { wholeText } from '../../ui/numberText.ts'
import { applyToPanel, panelOf } from './panelStore.ts'
import type { Planned } from './usePlan.ts'

function intention({ side, trade }: Planned, { symbol, decimals }: TokenDetail): string {
  const amountIn = trade.quote?.amountIn ?? 0n
  return side === 'buy'
    ? `Buy ${symbol} for ${wholeText(amountIn, 9)} SOL`
    : `Sell ${wholeText(amountIn, decimals)} ${symbol}`
}

/** The same, as the page of Activity lists it. */
const flightOf = ({ side, trade: { quote, plan } }: Planned, { mint, symbol, decimals }: TokenDetail) => ({
  owner: plan?.owner,
  title: `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}`,
  detail: side === 'buy' ? `${wholeText(quote?.amountIn ?? 0n, 9)} SOL` : wholeText(quote?.amountIn ?? 0n, decimals),
  mint,
  ...(quote && { expected: quote.amountOut }),
})

function outcome({ trade, amountIn, amountOut }: Receipt, { symbol, decimals }: TokenDetail): string {
  const { side } = trade.plan
  if (amountIn === undefined || amountOut === undefined) return side === 'buy' ? `Bought ${symbol}` : `Sold ${symbol}`
  return side === 'buy'
    ? `Bought ${wholeText(amountOut, decimals)} ${symbol} for ${wholeText(amountIn, 9)} SOL`
    : `Sold ${wholeText(amountIn, decimals)} ${symbol} for ${wholeText(amountOut, 9)} SOL`
}

function unknownText({ blocksLeft }: Receipt): string {
  const window = blocksLeft === undefined ? '' : ` within ${blocksLeft} blocks`
  return `It may still land${window}. Do not send again yet.`
}

/** What failed, what became of the trade, and what to do about it. */
function failed(error: unknown, detail: string, end = '') {
  const title = errorText(error)
  const step = nextStep(title)
  return { state: 'failed', title, detail: `${detail}${step === undefined ? '' : ` ${step}`}${end}` } as const
}

/**
 * Makes a planned trade and tells of it in one toast, from the click to what became of it. An unknown outcome is followed
 * until it is known, and no second trade of the token is begun so long. Never rejects.
 */
export async function sendTrade(planned: Planned, token: TokenDetail): Promise<void> {
  if (panelOf(token.mint).get().flight !== 'none') return
  const { client, side, trade } = planned
  const change = (flight: 'none' | 'sending' | 'unknown') => applyToPanel(token.mint, { kind: 'flight', flight })
  const detail = intention(planned, token)
  const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail })
  const flight = openFlight(flightOf(planned, token))
  change('sending')
  try {
    let receipt = await (side === 'buy' ? buy : sell)(client, trade, {
      onStatus({ status, signature, error }) {
        if (status === 'sending' || status === 'sent') flight.update({ state: status, ...(signature && { signature }) })
        if (status === 'sent')
          toast.update({ state: 'sent', title: 'Sending transaction', detail: `${detail} · ${signature}` })
        if (status === 'sending' && error !== undefined)
          toast.update({ state: 'sending', title: 'Sending transaction...', detail: `${error.message}. Trying again.` })
      },
    })
    while (receipt.status === 'unknown') {
      change('unknown')
      flight.update({ state: 'unknown', ...(receipt.blocksLeft !== undefined && { blocksLeft: receipt.blocksLeft }) })
      toast.update({ state: 'unknown', title: 'Transaction confirm timed out', detail: unknownText(receipt) })
      receipt = await followTrade(client, receipt.trade)
    }
    const why = receipt.error === undefined ? {} : { why: receipt.error.message }
    flight.update({ state: receipt.status, signature: receipt.signature, ...why })
    if (receipt.status === 'confirmed') {
      applyToPanel(token.mint, { kind: 'confirmed', side })
      toast.update({
        state: 'confirmed',
        title: 'Order submitted:',
        signature: receipt.signature,
        detail: outcome(receipt, token),
      })
    } else if (receipt.status === 'expired') {
      const expired = 'It can no longer land, and nothing was spent. You can send it again.'
      toast.update({ state: 'failed', title: 'Transaction expired', detail: expired })
    } else {
      toast.update(failed(receipt.error, `${detail}. Nothing was traded.`, ` ${receipt.signature}`))
    }
  } catch (error) {
    flight.update({ state: 'refused', why: errorText(error) })
    toast.update(failed(error, `${detail}. Nothing was sent.`))
  } finally {
    change('none')
  }
}
