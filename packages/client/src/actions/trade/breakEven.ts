import { signatureFee } from '@tern/chain/internal'
import { type Clock, isTernError, type Ratio } from '@tern/core'
import type { Quote } from '@tern/venues'
import type { Trade } from './trade.ts'

const sumOf = (quote: Quote, mint: string) =>
  quote.fees.reduce((sum, fee) => (fee.mint === mint ? sum + fee.amount : sum), 0n)

/** After this many halvings of the amount, the pool counts as unable to pay. */
const maxHalvings = 10

/**
 * Quotes selling a buy's tokens back, to learn the fees of the sale.
 * Halves the amount until the pool can pay: before the buy, a young curve may hold too little for all tokens. The fee rates stay the same.
 *
 * @returns `undefined` if the pool cannot pay at all.
 */
export function quoteSale({ pool, quote }: Pick<Trade, 'pool' | 'quote'>, clock: Clock): Quote | undefined {
  for (let halvings = 0n; halvings <= maxHalvings; halvings++) {
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
 * Computes how far the token's price must rise until selling a buy's tokens returns the total cost. The rise counts from before the buy.
 * It includes the fees of both trades (venue, token, Tern and network) and the price impact. It excludes rent.
 *
 * The impact counts twice. A buy pays the geometric mean of the prices before and after it, exactly so in a constant product
 * and between two ticks. A sale from the price after the buy gets the same mean: without fees, that price is the break-even.
 *
 * @returns the rise as a ratio. `undefined` if the buy or the sale brings nothing.
 */
export function breakEvenMove(plan: Pick<Trade, 'quote' | 'outlay' | 'tradeFee'>, sale: Quote): Ratio | undefined {
  const { quote, outlay } = plan
  const [native, token] = [quote.tokenIn, quote.tokenOut]
  const fixed = outlay.priorityFee + outlay.tip + signatureFee
  const needed = quote.amountIn + outlay.tradeFee + fixed + fixed
  // Amounts between pool and trader, without fees: the buy's payment, and the sale's payout.
  const [paidIn, tokensOut] = [quote.amountIn - sumOf(quote, native), quote.amountOut + sumOf(quote, token)]
  const [tokensIn, paidOut] = [sale.amountIn - sumOf(sale, token), sale.amountOut + sumOf(sale, native)]
  const [kept, of] = plan.tradeFee === undefined ? [1n, 1n] : [99n, 100n]
  // Ratio of the buy's price to the price before it.
  const { numerator: perLamport, denominator: lamports } = quote.currentPrice
  const [raised, from] = [paidIn * perLamport, tokensOut * lamports]
  // The quoted sale may cover fewer tokens. Scale it to all tokens, at the buy's price.
  const brings = paidIn * tokensIn * sale.amountOut * kept * quote.amountOut
  const denominator = brings * from * from
  if (denominator <= 0n) return undefined
  return { numerator: needed * tokensOut * paidOut * of * sale.amountIn * raised * raised - denominator, denominator }
}
