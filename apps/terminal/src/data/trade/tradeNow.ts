import { planBuy, planSell, withOwner } from '@tern/client'
import type { Owner } from '@tern/core'
import type { Protocol } from '@tern/venues/load'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'
import { client } from '../client.ts'
import type { Listing } from '../market/listing.ts'
import { openToast } from '../toasts.ts'
import { sendTrade } from './sendTrade.ts'
import type { TradeFees } from './tradeFees.ts'
import type { Side } from './usePlan.ts'

export interface TradeNow {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol' | 'symbol' | 'decimals'>
  readonly side: Side
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly fees: TradeFees
  readonly owner: Owner
}

/** Tokens of which a trade is being worked out: a second press is the same press. */
const begun = new Set<string>()

/** Works a trade out and sends it at once, or says why not. Never rejects. @returns whether it is confirmed. */
export async function tradeNow({ token, side, amountIn, slippageBps, fees, owner }: TradeNow): Promise<boolean> {
  const { mint } = token
  if (begun.has(mint)) return false
  begun.add(mint)
  try {
    const owned = withOwner(await client(), owner)
    const pool = { protocol: token.protocol as Protocol, address: token.pool }
    const trade = await (side === 'buy' ? planBuy : planSell)(owned, { mint, pool, amountIn, slippageBps, ...fees })
    const [reason] = trade.reasons
    if (reason === undefined) return await sendTrade({ client: owned, side, trade }, token)
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
