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
import { tradeReceipt } from './tradeReceipt.ts'

/** Areas whose errors say why this trade cannot be made; the others say that something could not be asked. */
const refusals: readonly string[] = ['address', 'quote', 'pool', 'layout', 'token', 'trade', 'venue', 'amount']

/**
 * Plans a trade, with the reasons against it.
 * @throws TernError `rpc/*` when the chain could not be read; `trade/invalidComputeUnits`, `trade/invalidReferralCode`,
 * `amount/outOfRange` for settings that are none.
 */
export async function planTrade(client: Client, side: Trade['side'], request: TradeRequest): Promise<PlannedTrade> {
  const { referralCode } = request
  if (referralCode !== undefined && !isReferralCode(referralCode))
    throw new TernError('trade/invalidReferralCode', { code: referralCode })
  const nothing = { plan: undefined, quote: undefined, receipt: undefined }
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
    return { ...nothing, ...changing(market), reasons }
  }
  if (client.owner === undefined)
    return { ...nothing, ...changing(market), quote, reasons: [reasonOf(new TernError('owner/missing', {}))] }

  const holding = await readHolding(client, client.owner.address, market.token)
  const complete = await completeTrade(client, side, request, market, quote, minimum, holding)
  const beginning = await beginningOf(request, complete.owner)
  const made = await assertFree(client, side, market, holding)
    .then(() => fitted(client, complete, beginning))
    .catch(asRefusal)
  // For example, the token is paused, or its transfers call a program whose accounts cannot be found.
  if (isTernError(made)) return { ...nothing, ...changing(market), quote, reasons: [reasonOf(made)] }
  const { trade, message, fits } = made
  const receipt = tradeReceipt(trade, side === 'buy' ? quoteSale(trade, market.clock) : undefined)
  const { pay, totalLamports, get } = receipt
  const sums = { pay, totalLamports, isVerified: get.isVerified }
  const plan: TradePlan = { ...trade, kind: side, messages: [message], ...sums }
  return {
    plan,
    quote,
    receipt,
    ...changing(market),
    reasons: [
      ...checkTrade(trade, holding),
      ...(fits ? [] : [await tooLong(client, trade, beginning)]),
      ...refused(trade),
    ].map(reasonOf),
  }
}

function changing(market: Market | undefined): Pick<PlannedTrade, 'changesWith'> {
  const changesWith = market?.pool.changesWith?.(market.clock)
  return changesWith === undefined ? {} : { changesWith }
}

/** Returns the instructions before the trade's own. */
async function beginningOf({ lifetime }: TradeRequest, owner: Address): Promise<readonly Instruction[]> {
  return lifetime === 'nonce' ? [await advanceOwnNonce(owner)] : []
}

const tooLong = (client: Client, trade: Trade, before: readonly Instruction[]): Promise<TernError> =>
  tooLongError(trade, async other => (await fitted(client, other, before)).fits)

/** Quotes the request. If less is left to buy than requested, offers at most its cost and the slippage. */
function quoteFor({ pool, clock }: Market, tokenIn: Address, { amountIn, slippageBps }: TradeRequest): Quote {
  const quote = pool.quote({ tokenIn, exactIn: amountIn }, clock)
  if (quote.filled === 'whole') return quote
  const most = maximumIn(quote.amountIn, slippageBps)
  return most < amountIn ? pool.quote({ tokenIn, exactIn: most }, clock) : quote
}

async function completeTrade(
  client: Client,
  side: Trade['side'],
  asked: TradeRequest,
  market: Market,
  quote: Quote,
  minimum: bigint,
  holding: Holding,
): Promise<Trade> {
  const { pool, token } = market
  const { measured, pickTipAccount, ...request } = asked
  const { owner, tokenAccount } = holding
  const temporary = await openTemporary(pool, owner, side === 'buy' ? request.amountIn : 0n)
  const opens = await readOpenings(client, side, market, holding, temporary)
  const tip = await tipPayment(client, asked)
  const { feeWallet, owner: { guardUnits } = {} } = client
  // Lamports that the swap does not take never leave the wallet: no more is left to buy, or a rounding. Yet should the price
  // rise meanwhile it takes up to what was asked for, and the wallet must have that.
  const amount = pool.nativeSettlement === 'lamports' ? quote.amountIn : request.amountIn
  const mostIn = 'exactIn' in quote.request && quote.request.exactIn > amount ? quote.request.exactIn : amount
  const fee =
    feeWallet === undefined
      ? undefined
      : { to: feeWallet, lamports: tradeFee(side === 'buy' ? amount : quote.amountOut) }
  const referralCode = fee?.lamports ? request.referralCode : undefined
  const beside = { temporary, tradeFee: fee, referralCode, tip, guardUnits, measured, pickTipAccount }
  const swapForm = await formOf(client.chain, pool, quote, swapParties({ side, owner, tokenAccount, temporary }))
  const parts = { side, owner, request, quote, token, tokenAccount, ...beside, ...(swapForm && { swapForm }) }
  const unitLimit = unitLimitOf(parts)
  const costs = tradeCosts(client, request, unitLimit, pool, opens, tip)
  return {
    ...parts,
    pool,
    minimum,
    amount,
    lookupTable: undefined,
    unitLimit,
    outlay: side === 'buy' ? buyOutlay(costs, amount, mostIn) : sellOutlay(costs, quote.amountOut, minimum),
    opens,
  }
}

/** Why the wallet cannot make this trade, in order: its token account, then its lamports. */
export function checkTrade(plan: Trade, holding: Holding): readonly TernError[] {
  const { side, owner, token, outlay, quote } = plan
  const { tokenAccount: address, tokenAccountData, balance } = holding
  const wanted = { address, owner, token, ...(side === 'sell' ? { amount: quote.amountIn } : {}) }
  return [checkTokenAccount(wanted, tokenAccountData), checkTradeFunds(balance, outlay)].filter(
    error => error !== undefined,
  )
}

/** Asserts that the token's issuer lets trades through. A curve's program makes the mint itself, without extensions that hold tokens back. */
async function assertFree(
  { chain }: Client,
  side: Trade['side'],
  { pool, token: { mint, program } }: Market,
  holding: Holding,
): Promise<void> {
  if (program !== token2022Program || pool.curve) return
  // As it was read with the pool.
  const account = (await chain.readAccounts([mint], { maxAgeMs: 60_000 })).get(mint)
  const { raw } = decodeTradedMint(mint, account).extensions
  assertNotHeldBack(raw, mint, side, holding)
}

/** Adds the pool that a complete curve moves to. */
async function withGraduation(client: Client, error: TernError, pool: Pool | undefined): Promise<TernError> {
  if (pool === undefined || !isTernError(error, 'quote/complete')) return error
  try {
    // Nothing that a trade needs.
    const { completeError } = await import('./completeError.ts')
    return await completeError(client, pool, error)
  } catch {
    // The token's new pool could not be read. The curve is complete all the same.
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
