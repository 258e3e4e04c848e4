import { signatureFee } from '@tern/chain'
import type { Clock, Ratio } from '@tern/core'
import { isTernError } from '@tern/core'
import type { Quote } from '@tern/venues'
import type { TradePlan } from './trade.ts'

const sumOf = (quote: Quote, mint: string) =>
  quote.fees.reduce((sum, fee) => (fee.mint === mint ? sum + fee.amount : sum), 0n)

/** So often the amount is halved before nothing can be sold. */
const mostHalvings = 10

/**
 * What selling what a buy brings would come to, for its fees. Before the buy a young curve holds less than that would cost: then of
 * half of it, or a quarter, whose fees are the same shares. `undefined` where none can be sold as things stand.
 */
export function quoteSale({ pool, quote }: Pick<TradePlan, 'pool' | 'quote'>, clock: Clock): Quote | undefined {
  for (let halvings = 0n; halvings <= mostHalvings; halvings++) {
    try {
      const sale = pool.quote({ tokenIn: quote.tokenOut, exactIn: quote.amountOut >> halvings }, clock)
      if (sale.filled === 'whole') return sale
    } catch (error) {
      if (!isTernError(error)) throw error
    }
  }
  return undefined
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
  const needed = quote.amountIn + outlay.tradeFee + fixed + fixed
  // Per unit between the pool and the trader: what the buy paid for, and what the sale is paid for.
  const [paidIn, tokensOut] = [quote.amountIn - sumOf(quote, native), quote.amountOut + sumOf(quote, token)]
  const [tokensIn, paidOut] = [sale.amountIn - sumOf(sale, token), sale.amountOut + sumOf(sale, native)]
  const [kept, of] = plan.tradeFee === undefined ? [1n, 1n] : [99n, 100n]
  // Of a sale of less, so many times more.
  const denominator = paidIn * tokensIn * sale.amountOut * kept * quote.amountOut
  if (denominator <= 0n) return undefined
  return { numerator: needed * tokensOut * paidOut * of * sale.amountIn - denominator, denominator }
}
