import { requiredFunds, signatureFee } from '@tern/chain/internal'
import { isVerifiedOnChain, type Quote } from '@tern/venues'
import { breakEvenMove } from './breakEven.ts'
import type { Opening, PreviewLine, Trade, TradePreview } from './trade.ts'

const wrappedLabels = { temporary: 'Temporary account', own: 'Wrapped SOL account' } as const

/**
 * Builds a plan's preview: its lines and their sum.
 *
 * @param sale quote of selling a buy's tokens back.
 */
export function tradePreview(plan: Trade, sale?: Quote): TradePreview {
  const { side, quote, minimum, token, pool, outlay, opens, tradeFee, referralCode, request } = plan
  const taken = quote.fees.filter(fee => fee.kind === 'transfer' && fee.mint === quote.tokenOut)
  const transferFee = taken.reduce((sum, fee) => sum + fee.amount, 0n)
  const tokenOut = pool.tokens.find(({ mint }) => mint === quote.tokenOut) ?? token
  const pay: PreviewLine[] = []
  const line = (kind: PreviewLine['kind'], label: string, lamports: bigint, note?: string) =>
    pay.push({ kind, label, lamports, ...(note === undefined ? {} : { note }) })

  const amount = side === 'buy' ? plan.amount : 0n
  const isLast = quote.filled === 'partial' && amount < request.amountIn
  if (side === 'buy') line('amount', 'Amount', amount, isLast ? 'all that is left to buy' : undefined)
  const invited = referralCode && `invited by ${referralCode}`
  line('tradeFee', 'Trade fee 1%', outlay.tradeFee, tradeFee === undefined ? 'not charged' : invited)
  line('priority', 'Priority fee', outlay.priorityFee)
  const isBribeUnsent = outlay.tip === 0n && (request.bribeLamports ?? 0n) > 0n
  const tipped = plan.tip && `to ${plan.tip.provider}`
  line('bribe', 'Bribe', outlay.tip, isBribeUnsent ? 'not sent, this provider takes none' : tipped)
  if (outlay.settlement === 'wrapped' && plan.temporary !== undefined)
    line('rent', wrappedLabels[plan.temporary.kind], plan.temporary.lamports - outlay.amount, 'returned with the trade')
  const rentOf = (wanted: Opening['kind']) =>
    opens.reduce((sum, { kind, lamports }) => (kind === wanted ? sum + lamports : sum), 0n)
  const [tokenRent, venueRent] = [rentOf('tokenAccount'), rentOf('venue')]
  if (tokenRent > 0n) line('rent', 'Account rent', tokenRent, 'returned when the account is closed')
  if (venueRent > 0n) line('rent', 'Venue account rent', venueRent, 'opened once')
  line('network', 'Network fee', signatureFee)
  if (outlay.amount > amount) line('slippage', 'Slippage room', outlay.amount - amount, 'taken only if the price rises')
  const totalLamports = requiredFunds(outlay)
  const named = pay.reduce((sum, { lamports }) => sum + lamports, 0n)
  line('margin', 'Reserve (stays in your wallet)', totalLamports - named)

  return {
    get: {
      token: tokenOut,
      expected: quote.amountOut + transferFee,
      afterTransferFee: quote.amountOut,
      minimum,
      isVerified: isVerifiedOnChain(pool, quote),
      priceImpact: quote.priceImpact,
      breakEven: (sale && breakEvenMove(plan, sale)) ?? null,
    },
    pay,
    totalLamports,
  }
}
