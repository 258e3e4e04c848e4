import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'
import type { Listing } from '../market/listing.ts'
import { openToast } from '../toasts.ts'
import { planTrade, type Side, type TradeTerms } from './planTrade.ts'
import { sendTrade } from './sendTrade.ts'

export interface TradeNow extends TradeTerms {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol' | 'symbol' | 'decimals'>
}

/** Tokens of which a trade is being worked out: a second press is the same press. */
const begun = new Set<string>()

/** Works a trade out and sends it at once, or says why not. Never rejects. @returns whether it is confirmed. */
export async function tradeNow(terms: TradeNow): Promise<boolean> {
  const { token, side } = terms
  const { mint } = token
  if (begun.has(mint)) return false
  begun.add(mint)
  try {
    const planned = await planTrade(terms)
    const [reason] = planned.trade.reasons
    if (reason === undefined) return await sendTrade(planned, token)
    refuse(side, token.symbol, reason.text)
  } catch (error) {
    refuse(side, token.symbol, errorText(error))
  } finally {
    begun.delete(mint)
  }
  return false
}

function refuse(side: Side, symbol: string, title: string): void {
  const step = nextStep(title)
  const detail = `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}. Nothing was sent.${step === undefined ? '' : ` ${step}`}`
  openToast({ state: 'failed', title, detail })
}
