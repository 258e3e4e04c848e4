import type { Instruction } from '@solana/kit'
import {
  type Address,
  isTernError,
  maximumIn,
  minimumOut,
  TernError,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import { decodeTradedMint, isReferralCode } from '@tern/core/internal'
import type { Pool, Quote } from '@tern/venues'
import { assertNotHeldBack } from '../../checks/assertNotHeldBack.ts'
import { checkTokenAccount } from '../../checks/checkTokenAccount.ts'
import { checkTradeFunds } from '../../checks/checkTradeFunds.ts'
import type { Client } from '../../client.ts'
import { advanceOwnNonce } from './advanceOwnNonce.ts'
import { quoteSale } from './breakEven.ts'
import { formOf } from './formOf.ts'
import { refused } from './refusal.ts'
import { tooLongError } from './tooLongError.ts'
import type { PlannedTrade, Reason, Trade, TradePlan, TradeRequest } from './trade.ts'
import {
  buyOutlay,
  type Holding,
  type Market,
  openTemporary,
  readHolding,
  readMarket,
  readOpenings,
  sellOutlay,
  tipPayment,
  tradeCosts,
} from './tradeContext.ts'
import { tradeFee } from './tradeFee.ts'
import { fitted, swapParties, unitLimitOf } from './tradeMessage.ts'
import { tradePreview } from './tradePreview.ts'

/** Error areas that become reasons against the trade. An error of another area, such as `rpc`, is thrown. */
const refusals: readonly string[] = ['address', 'quote', 'pool', 'layout', 'token', 'trade', 'venue', 'amount']

/**
 * Plans a trade without signing or sending it: quotes it, builds it and checks the wallet.
 *
 * @returns the plan, and the reasons against it. Without an owner, the result has at most a quote.
 * @throws TernError `rpc/*` if the chain cannot be read.
 * @throws TernError `trade/invalidReferralCode`.
 * @throws TernError `trade/invalidComputeUnits` if `computeUnitLimit` is not a whole number from 1 to 1,400,000.
 * @throws TernError `amount/outOfRange` if `priorityFeeLamports` or `bribeLamports` is not a 64-bit amount.
 *   An `amountIn` out of range is a reason instead.
 * @throws TernError `send/tipAccountNotFound` if the tipped provider takes tips but lists no account.
 */
export async function planTrade(client: Client, side: Trade['side'], request: TradeRequest): Promise<PlannedTrade> {
  const { referralCode } = request
  if (referralCode !== undefined && !isReferralCode(referralCode))
    throw new TernError('trade/invalidReferralCode', { code: referralCode })
  const noPlan = { plan: undefined, quote: undefined, preview: undefined }
  let market: Market | undefined
  let quote: Quote
  let minimum: bigint
  try {
    const tokenIn = side === 'buy' ? wrappedNativeMint : request.mint
    market = await readMarket(client, request, { side, amountIn: request.amountIn })
    quote = quoteFor(market, tokenIn, request)
    minimum = minimumOut(quote.amountOut, request.slippageBps)
  } catch (error) {
    const reasons = [reasonOf(await withGraduation(client, asRefusal(error), market?.pool))]
    return { ...noPlan, ...changing(market), reasons }
  }
  if (client.owner === undefined)
    return { ...noPlan, ...changing(market), quote, reasons: [reasonOf(new TernError('owner/missing', {}))] }

  const holding = await readHolding(client, client.owner.address, { token: market.token })
  const complete = await completeTrade(client, { side, asked: request, market, quote, minimum, holding })
  const prefix = await prefixOf(request, complete.owner)
  const made = await assertTransferable(client, side, market, holding)
    .then(() => fitted(client, complete, prefix))
    .catch(asRefusal)
  // For example, the token is paused, or the accounts of its transfer hook cannot be found.
  if (isTernError(made)) return { ...noPlan, ...changing(market), quote, reasons: [reasonOf(made)] }
  const { trade, message, fits } = made
  const preview = tradePreview(trade, side === 'buy' ? quoteSale(trade, market.clock) : undefined)
  const { pay, totalLamports, get } = preview
  const sums = { pay, totalLamports, isVerified: get.isVerified }
  const plan: TradePlan = { ...trade, kind: side, messages: [message], ...sums }
  return {
    plan,
    quote,
    preview,
    ...changing(market),
    reasons: [
      ...checkTrade(trade, holding),
      ...(fits ? [] : [await tooLong(client, trade, prefix)]),
      ...refused(trade),
    ].map(reasonOf),
  }
}

function changing(market: Market | undefined): Pick<PlannedTrade, 'changesWith'> {
  const changesWith = market?.pool.changesWith?.(market.clock)
  return changesWith === undefined ? {} : { changesWith }
}

/** Returns the instructions before the trade's own, to measure the message: a nonce trade first advances its nonce. */
async function prefixOf({ lifetime }: TradeRequest, owner: Address): Promise<readonly Instruction[]> {
  return lifetime === 'nonce' ? [await advanceOwnNonce(owner)] : []
}

const tooLong = (client: Client, trade: Trade, before: readonly Instruction[]): Promise<TernError> =>
  tooLongError(trade, async other => (await fitted(client, other, before)).fits)

/**
 * Quotes the request. If the pool can fill only a part, caps the input at the cost of that part plus slippage.
 * Without the cap, the swap could take the whole `amountIn` if the pool changes before the trade lands.
 */
function quoteFor({ pool, clock }: Market, tokenIn: Address, { amountIn, slippageBps }: TradeRequest): Quote {
  const quote = pool.quote({ tokenIn, exactIn: amountIn }, clock)
  if (quote.filled === 'whole') return quote
  const max = maximumIn(quote.amountIn, slippageBps)
  return max < amountIn ? pool.quote({ tokenIn, exactIn: max }, clock) : quote
}

/** A quoted trade of a wallet. */
interface Quoted extends Pick<Trade, 'side' | 'quote' | 'minimum'> {
  readonly asked: TradeRequest
  readonly market: Market
  readonly holding: Holding
}

async function completeTrade(client: Client, { side, asked, market, quote, minimum, holding }: Quoted): Promise<Trade> {
  const { pool, token } = market
  const { measured, pickTipAccount, ...request } = asked
  const { owner, tokenAccount } = holding
  const temporary = await openTemporary(pool, { owner, amount: side === 'buy' ? request.amountIn : 0n })
  const opens = await readOpenings(client, { side, market, holding, temporary })
  const tip = await tipPayment(client, asked)
  const { feeWallet, owner: { guardUnits } = {} } = client
  // A swap in lamports takes only its cost: after a partial fill or a rounding, the rest stays in the wallet.
  // Otherwise the whole request goes into a wrapped account first.
  const amount = pool.nativeSettlement === 'lamports' ? quote.amountIn : request.amountIn
  // If the price rises, the swap may take the quote's whole `exactIn`, so the wallet must hold that much.
  const maxIn = 'exactIn' in quote.request && quote.request.exactIn > amount ? quote.request.exactIn : amount
  const fee =
    feeWallet === undefined
      ? undefined
      : { to: feeWallet, lamports: tradeFee(side === 'buy' ? amount : quote.amountOut) }
  const referralCode = fee?.lamports ? request.referralCode : undefined
  const beside = { temporary, tradeFee: fee, referralCode, tip, guardUnits, measured, pickTipAccount }
  const swapForm = await formOf(client.chain, pool, {
    quote,
    parties: swapParties({ side, owner, tokenAccount, temporary }),
  })
  const parts = { side, owner, request, quote, token, tokenAccount, ...beside, ...(swapForm && { swapForm }) }
  const unitLimit = unitLimitOf(parts)
  const costs = tradeCosts(client, { settings: request, unitLimit, pool, opens, tip })
  return {
    ...parts,
    pool,
    minimum,
    amount,
    lookupTable: undefined,
    unitLimit,
    outlay: side === 'buy' ? buyOutlay(costs, amount, maxIn) : sellOutlay(costs, quote.amountOut, minimum),
    opens,
  }
}

/** Lists the reasons why the wallet cannot make this trade: first its token account, then its lamports. */
export function checkTrade(plan: Trade, holding: Holding): readonly TernError[] {
  const { side, owner, token, outlay, quote } = plan
  const { tokenAccount: address, tokenAccountData, balance } = holding
  const wanted = { address, owner, token, ...(side === 'sell' ? { amount: quote.amountIn } : {}) }
  return [checkTokenAccount(wanted, tokenAccountData), checkTradeFunds(balance, outlay)].filter(
    error => error !== undefined,
  )
}

/**
 * Checks that the token's issuer allows the trade. Only extensions of Token-2022 can forbid it.
 * A token on a curve needs no check: the curve's program creates the mint without such extensions.
 */
async function assertTransferable(
  { chain }: Client,
  side: Trade['side'],
  { pool, token: { mint, program } }: Market,
  holding: Holding,
): Promise<void> {
  if (program !== token2022Program || pool.curve) return
  // Accept the copy that was read with the pool, to save a request.
  const account = (await chain.readAccounts([mint], { maxAgeMs: 60_000 })).get(mint)
  const { raw } = decodeTradedMint(mint, account).extensions
  assertNotHeldBack(raw, { mint, side, holding })
}

/** Adds the pool that a complete curve moves to. */
async function withGraduation(client: Client, error: TernError, pool: Pool | undefined): Promise<TernError> {
  if (pool === undefined || !isTernError(error, 'quote/complete')) return error
  try {
    // Loaded on demand, because no trade needs it.
    const { completeError } = await import('./completeError.ts')
    return await completeError(client, pool, error)
  } catch {
    // The new pool could not be read. The curve is complete in any case.
    return error
  }
}

function asRefusal(error: unknown): TernError {
  if (isTernError(error) && refusals.includes(error.code.split('/')[0] ?? '')) return error
  throw error
}

function reasonOf(error: TernError): Reason {
  return { code: error.code, text: error.message, error }
}
