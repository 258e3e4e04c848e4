import { type Clock, type Mint, rentExemption } from '@tern/core'
import { type BondingCurve, buyTokens, type Global, sellTokens } from '@tern/venues/pumpfun'
import {
  buyForQuote,
  type CurveTrade,
  completeEventLayout,
  netOf,
  tradeEventLayout,
} from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import { type NamedAccount, readTokenAccount } from '../anchor.ts'
import { type EventAccounts, emit } from '../events.ts'
import { transferChecked, transferLamports } from '../tokenCalls.ts'
import { type Accumulator, accumulators } from './accumulators.ts'
import { type CurveAccount, isNative, writeCurve } from './curve.ts'
import { refuse } from './errors.ts'
import { askFees, type FeeAccounts, type PricedCurve, priced } from './fees.ts'

/** The token accounts of a trade whose quote is a mint: the associated accounts of its payers and recipients. */
export interface QuoteAccounts {
  readonly tokens: NamedAccount
  readonly mint: NamedAccount
  readonly decimals: number
  /** Each party's account, by the party's position. */
  readonly of: ReadonlyMap<number, NamedAccount>
}

/** A curve and a trader, with every account checked. */
export interface Market {
  /** The name in the event. The newer instructions use the older instructions' names there. */
  readonly instruction: string
  /** The trader's flag. The program tracks no volume any more. */
  readonly tracksVolume?: boolean
  readonly global: Global
  readonly curve: CurveAccount
  readonly mint: NamedAccount
  readonly base: Mint
  readonly tokens: NamedAccount
  readonly curveTokens: NamedAccount
  readonly userTokens: NamedAccount
  readonly user: NamedAccount
  readonly system: NamedAccount
  readonly feeRecipient: NamedAccount
  readonly buybackRecipient: NamedAccount
  readonly creatorVault: NamedAccount
  /** Not needed for the older `sell` of a coin without cashback. */
  readonly accumulator?: Accumulator
  readonly fees: FeeAccounts
  readonly events: EventAccounts
  /** Missing for lamports. */
  readonly quote?: QuoteAccounts
  /** The accounts to open before the trade. */
  readonly openings: Script
}

/** Lamports that keep an account without data alive. */
const vaultRent = rentExemption(0)

/** A mayhem coin has no buyback. */
const buybackRate = ({ global, curve }: Market): bigint =>
  curve.state.is_mayhem_mode ? 0n : global.buyback_basis_points

/** The part of the protocol's fee for buybacks. */
const buybackOf = (market: Market, protocolFee: bigint): bigint => (protocolFee * buybackRate(market)) / 10_000n

/** The input for the end of every trade: the amounts, and the curve after the trade. */
interface Settled {
  readonly side: 'buy' | 'sell'
  readonly trade: CurveTrade
  readonly rates: PricedCurve
  readonly after: BondingCurve
}

/**
 * `buy` and `buy_v2`.
 * @throws TernError `practice/programFailed`.
 */
export function buyExactly(
  market: Market,
  { amount, max }: { readonly amount: bigint; readonly max: bigint },
  clock: Clock,
): Script {
  const rates = priced(market.curve.state, { global: market.global, mint: market.base, accounts: market.fees })
  if (amount === 0n) refuse('BuyZeroAmount')
  if (amount > rates.realToken) refuse('NotEnoughTokensToBuy')
  const trade = buyTokens(rates, amount)
  if (trade.quoteAmount + trade.protocolFee + trade.creatorFee > max) refuse('TooMuchSolRequired')
  return settleBuy(market, rates, trade, clock)
}

/**
 * `buy_exact_sol_in` and `buy_exact_quote_in_v2`.
 * @throws TernError `practice/programFailed`.
 */
export function buyFor(
  market: Market,
  { spendable, min }: { readonly spendable: bigint; readonly min: bigint },
  clock: Clock,
): Script {
  const rates = priced(market.curve.state, { global: market.global, mint: market.base, accounts: market.fees })
  if (spendable === 0n || min === 0n) refuse('BuyZeroAmount')
  // Quote as if the curve had no end: the program refuses more than is left, but `buyForQuote` would stop at the end.
  const trade =
    buyForQuote({ ...rates, realToken: rates.virtualToken }, spendable) ?? refuse('BuyNotEnoughSolToCoverFees')
  if (trade.tokenAmount > rates.realToken) refuse('NotEnoughTokensToBuy')
  if (trade.tokenAmount === 0n) refuse('BuyZeroAmount')
  if (trade.tokenAmount < min) refuse('BuySlippageBelowMinTokensOut')
  return settleBuy(market, rates, trade, clock)
}

/**
 * `sell` and `sell_v2`.
 * @throws TernError `practice/programFailed`.
 */
export function sellExactly(
  market: Market,
  { amount, min }: { readonly amount: bigint; readonly min: bigint },
  clock: Clock,
): Script {
  const rates = priced(market.curve.state, { global: market.global, mint: market.base, accounts: market.fees })
  if (amount === 0n) refuse('SellZeroAmount')
  if (amount > readTokenAccount(market.userTokens).amount) refuse('NotEnoughTokensToSell')
  const trade = sellTokens(rates, amount)
  const net = netOf(trade)
  if (trade.quoteAmount > rates.realQuote || net < 0n) refuse('Overflow')
  if (net < min) refuse('TooLittleSolReceived')
  return settleSell(market, rates, trade, clock)
}

function settleBuy(market: Market, rates: PricedCurve, trade: CurveTrade, clock: Clock): Script {
  const { curve, user } = market
  const { state } = curve
  const { tokenAmount, quoteAmount, protocolFee, creatorFee } = trade
  const script = begin(market)
  moveTokens(script, market, 'out', tokenAmount)
  const buyback = buybackOf(market, protocolFee)
  const earner = creatorFeeTo(market)
  if (creatorFee > 0n) topUpVault(script, market, earner)
  pay(script, market, { from: user, to: curve.account, amount: quoteAmount })
  pay(script, market, { from: user, to: market.feeRecipient, amount: protocolFee - buyback })
  pay(script, market, { from: user, to: market.buybackRecipient, amount: buyback })
  pay(script, market, { from: user, to: earner, amount: creatorFee })
  const realTokens = state.real_token_reserves - tokenAmount
  const after: BondingCurve = {
    ...state,
    virtual_token_reserves: state.virtual_token_reserves - tokenAmount,
    virtual_quote_reserves: state.virtual_quote_reserves + quoteAmount,
    real_token_reserves: realTokens,
    real_quote_reserves: state.real_quote_reserves + quoteAmount,
    complete: realTokens === 0n,
  }
  return finish(script, market, { side: 'buy', trade, rates, after }, clock)
}

function settleSell(market: Market, rates: PricedCurve, trade: CurveTrade, clock: Clock): Script {
  const { curve } = market
  const { state } = curve
  const { tokenAmount, quoteAmount, protocolFee, creatorFee } = trade
  const script = begin(market)
  moveTokens(script, market, 'in', tokenAmount)
  const buyback = buybackOf(market, protocolFee)
  const earner = creatorFeeTo(market)
  if (creatorFee > 0n) topUpVault(script, market, earner)
  pay(script, market, { from: curve.account, to: market.user, amount: netOf(trade) })
  pay(script, market, { from: curve.account, to: market.feeRecipient, amount: protocolFee - buyback })
  pay(script, market, { from: curve.account, to: market.buybackRecipient, amount: buyback })
  pay(script, market, { from: curve.account, to: earner, amount: creatorFee })
  const after: BondingCurve = {
    ...state,
    virtual_token_reserves: state.virtual_token_reserves + tokenAmount,
    virtual_quote_reserves: state.virtual_quote_reserves - quoteAmount,
    real_token_reserves: state.real_token_reserves + tokenAmount,
    real_quote_reserves: state.real_quote_reserves - quoteAmount,
  }
  return finish(script, market, { side: 'sell', trade, rates, after }, clock)
}

function begin({ openings, accumulator, user, system, fees, curve, base }: Market): Script {
  const script = new Script().append(openings)
  if (accumulator !== undefined) accumulators.open(script, accumulator, user, system)
  askFees(script, fees, { state: curve.state, mint: base })
  return script
}

function moveTokens(script: Script, market: Market, direction: 'out' | 'in', amount: bigint): void {
  const { tokens, mint, curveTokens, userTokens, curve, user, base } = market
  const [from, to] = direction === 'out' ? [curveTokens, userTokens] : [userTokens, curveTokens]
  const authority = direction === 'out' ? curve.account : user
  const transfer = { program: tokens, from, mint, to, authority, amount, decimals: base.decimals }
  transferChecked(script, transfer, direction === 'out' ? [curve.seeds] : [])
}

/** The recipient of the creator's fee. For a coin with cashback, it is the trader's own accumulator. */
function creatorFeeTo({ curve, accumulator, creatorVault }: Market): NamedAccount {
  return curve.state.is_cashback_coin && accumulator !== undefined ? accumulator.account : creatorVault
}

/** The trader makes a creator's vault rent-exempt before its first earnings. */
function topUpVault(script: Script, { creatorVault, user, system }: Market, earner: NamedAccount): void {
  if (earner !== creatorVault || creatorVault.lamports >= vaultRent) return
  transferLamports(script, system, { from: user, to: creatorVault, lamports: vaultRent - creatorVault.lamports })
}

/** Pays lamports, or tokens between associated accounts. The program moves a curve's lamports without a call. */
interface Payment {
  readonly from: NamedAccount
  readonly to: NamedAccount
  readonly amount: bigint
}

function pay(script: Script, market: Market, { from, to, amount }: Payment): void {
  const { quote, curve, system } = market
  if (amount === 0n) return
  const isCurves = from === curve.account
  if (quote !== undefined) {
    const { tokens: program, mint, decimals, of } = quote
    const accounts = { from: of.get(from.position) as NamedAccount, to: of.get(to.position) as NamedAccount }
    transferChecked(
      script,
      { program, ...accounts, mint, authority: from, amount, decimals },
      isCurves ? [curve.seeds] : [],
    )
  } else if (isCurves) script.moveLamports(from.position, to.position, amount)
  else transferLamports(script, system, { from, to, lamports: amount })
}

function finish(script: Script, market: Market, settled: Settled, clock: Clock): Script {
  const { curve, accumulator, user, mint } = market
  const { after, trade } = settled
  writeCurve(script, curve, after)
  if (after.is_cashback_coin && accumulator !== undefined && trade.creatorFee > 0n) {
    const { state } = accumulator
    accumulators.write(script, accumulator, {
      ...state,
      ...(isNative(after)
        ? { cashback_earned: state.cashback_earned + trade.creatorFee }
        : { stable_cashback_earned: state.stable_cashback_earned + trade.creatorFee }),
    })
  }
  emit(script, market.events, tradeEvent(market, settled, clock))
  if (settled.side === 'buy' && after.complete)
    emit(
      script,
      market.events,
      completeEventLayout.encode({
        user: user.address,
        mint: mint.address,
        bonding_curve: curve.account.address,
        timestamp: clock.unixTimestamp,
        quote_mint: after.quote_mint,
      }),
    )
  return script
}

/**
 * `TradeEvent`. The volume rewards are over, so all their sums are 0.
 * For another quote mint, the fields of lamports are 0 too.
 */
function tradeEvent(market: Market, { side, trade, rates, after }: Settled, { unixTimestamp }: Clock): Uint8Array {
  const { curve, mint, user, feeRecipient, instruction, accumulator } = market
  const { tokenAmount, quoteAmount, protocolFee, creatorFee } = trade
  const { eventCreatorBps, protocolFeeBps } = rates
  const { state } = curve
  const native = (amount: bigint) => (isNative(state) ? amount : 0n)
  const isCashback = state.is_cashback_coin && accumulator !== undefined
  const [toCreator, toTrader] = isCashback ? [0n, 1n] : [1n, 0n]
  const toHolders = state.is_holder_reward ? 1n : 0n
  return tradeEventLayout.encode({
    mint: mint.address,
    sol_amount: native(quoteAmount),
    token_amount: tokenAmount,
    is_buy: side === 'buy',
    user: user.address,
    timestamp: unixTimestamp,
    virtual_sol_reserves: native(after.virtual_quote_reserves),
    virtual_token_reserves: after.virtual_token_reserves,
    real_sol_reserves: native(after.real_quote_reserves),
    real_token_reserves: after.real_token_reserves,
    fee_recipient: feeRecipient.address,
    fee_basis_points: protocolFeeBps,
    fee: protocolFee,
    creator: state.creator,
    creator_fee_basis_points: eventCreatorBps * toCreator,
    creator_fee: creatorFee * toCreator,
    track_volume: market.tracksVolume ?? false,
    total_unclaimed_tokens: 0n,
    total_claimed_tokens: 0n,
    current_sol_volume: 0n,
    last_update_timestamp: 0n,
    ix_name: instruction,
    mayhem_mode: state.is_mayhem_mode,
    cashback_fee_basis_points: eventCreatorBps * toTrader,
    cashback: creatorFee * toTrader,
    buyback_fee_basis_points: buybackRate(market),
    buyback_fee: buybackOf(market, protocolFee),
    shareholders: [],
    quote_mint: state.quote_mint,
    quote_amount: quoteAmount,
    virtual_quote_reserves: after.virtual_quote_reserves,
    real_quote_reserves: after.real_quote_reserves,
    holder_rewards_bps: eventCreatorBps * toHolders,
    holder_rewards: creatorFee * toHolders,
  })
}
