import { signatureFee } from '@tern/chain'
import type { Clock, Ratio } from '@tern/core'
import { isTernError } from '@tern/core'
import type { Quote } from '@tern/venues/load'
import type { TradePlan } from './trade.ts'

const sumOf = (quote: Quote, mint: string) =>
  quote.fees.reduce((sum, fee) => (fee.mint === mint ? sum + fee.amount : sum), 0n)

/** What selling all that a buy brings would come to, for its fees; `undefined` where it cannot be sold as things stand. */
export function quoteSale({ pool, quote }: Pick<TradePlan, 'pool' | 'quote'>, clock: Clock): Quote | undefined {
  try {
    return pool.quote({ tokenIn: quote.tokenOut, exactIn: quote.amountOut }, clock)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/**
 * How far above the price of a buy the price of a sale must be for the sale to bring back all that was spent: the fees of
 * both trades, the venue's, the token's, Tern's and the network's. Rent is not among them. What the buy itself does to the
 * price is neither, since selling undoes it.
 */
export function breakEvenMove(plan: Pick<TradePlan, 'quote' | 'outlay' | 'tradeFee'>, sale: Quote): Ratio | undefined {
  const { quote, outlay } = plan
  const [native, token] = [quote.tokenIn, quote.tokenOut]
  const fixed = outlay.priorityFee + outlay.tip + signatureFee
  const needed = quote.amountIn + outlay.tradeFeePaid + fixed + fixed
  // Per unit between the pool and the trader: what the buy paid for, and what the sale is paid for.
  const [paidIn, tokensOut] = [quote.amountIn - sumOf(quote, native), quote.amountOut + sumOf(quote, token)]
  const [tokensIn, paidOut] = [sale.amountIn - sumOf(sale, token), sale.amountOut + sumOf(sale, native)]
  const [kept, of] = plan.tradeFee === undefined ? [1n, 1n] : [99n, 100n]
  const denominator = paidIn * tokensIn * sale.amountOut * kept
  if (denominator <= 0n) return undefined
  return { numerator: needed * tokensOut * paidOut * of - denominator, denominator }
}
