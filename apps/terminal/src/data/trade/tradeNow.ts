import type { Listing } from '../market/listing.ts'
import { openToast } from '../toasts.ts'
import { planTrade, type TradeTerms } from './planTrade.ts'
import { refusal } from './refusal.ts'
import { sendTrade } from './sendTrade.ts'

export interface TradeNow extends TradeTerms {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol' | 'symbol' | 'decimals'>
}

/** Tokens of which a trade is being worked out: a second press is the same press. */
const begun = new Set<string>()

/** Works a trade out and sends it at once, or says why not. Never rejects. @returns whether it is confirmed. */
export async function tradeNow(terms: TradeNow): Promise<boolean> {
  const { token } = terms
  const { mint } = token
  if (begun.has(mint)) return false
  begun.add(mint)
  try {
    const planned = await planTrade(terms)
    const [reason] = planned.trade.reasons
    if (reason === undefined) return await sendTrade(planned, token)
    refuse(terms, reason.error)
  } catch (error) {
    refuse(terms, error)
  } finally {
    begun.delete(mint)
  }
  return false
}

function refuse({ side, token, owner }: TradeNow, error: unknown): void {
  const fate = `${side === 'buy' ? 'Buy' : 'Sell'} ${token.symbol}. Nothing was sent.`
  openToast(refusal(error, fate, owner.address))
}
