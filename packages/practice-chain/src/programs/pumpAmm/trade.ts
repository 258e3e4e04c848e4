import type { Clock } from '@tern/core'
import {
  buyBase,
  buyEventLayout,
  buyExactQuoteInLayout,
  buyForQuote,
  buyLayout,
  costOf,
  netOf,
  type PoolTrade,
  paidOut,
  sellBase,
  sellEventLayout,
  sellLayout,
} from '@tern/venues/pumpAmm/internal'
import type { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { type NamedAccount, readArguments, readTokenAccount } from '../anchor.ts'
import { emit } from '../events.ts'
import { transferChecked } from '../tokenCalls.ts'
import { earn } from './accumulators.ts'
import { refuse } from './errors.ts'
import { beginTrade, type Market, readBuyer, readSeller } from './market.ts'

/** The flag at the end may be missing. */
const withFlag = (data: Uint8Array): Uint8Array => (data.length === 24 ? Buffer.concat([data, Uint8Array.of(0)]) : data)

/** A mayhem coin has no buyback. */
const buybackRate = ({ config, state }: Market): bigint => (state.is_mayhem_mode ? 0n : config.buyback_basis_points)
/** The part of the protocol's fee for buybacks. */
const buybackOf = (market: Market, { protocolFee }: PoolTrade): bigint => (protocolFee * buybackRate(market)) / 10_000n

/** `buy`: buys an exact amount of base for at most a maximum of quote. */
export function executeBuy(invocation: Invocation, clock: Clock): Script {
  const args = readArguments(buyLayout, withFlag(invocation.data))
  const market = readBuyer(invocation)
  if (args.base_amount_out === 0n) refuse('ZeroBaseAmount')
  if (args.base_amount_out >= market.reserves.base) refuse('BuyMoreBaseAmountThanPoolReserves')
  const trade = buyBase(market.reserves, args.base_amount_out)
  if (costOf(trade) > args.max_quote_amount_in) refuse('ExceededSlippage')
  const asked = { max: args.max_quote_amount_in, min: 0n, tracksVolume: args.track_volume }
  return settleBuy(market, trade, { ...asked, name: 'buy' }, clock)
}

/** `buy_exact_quote_in`: spends an exact amount of quote for at least a minimum of base. */
export function executeBuyExactQuoteIn(invocation: Invocation, clock: Clock): Script {
  const args = readArguments(buyExactQuoteInLayout, withFlag(invocation.data))
  const market = readBuyer(invocation)
  if (args.spendable_quote_in === 0n) refuse('ZeroQuoteAmount')
  const trade = buyForQuote(market.reserves, args.spendable_quote_in) ?? refuse('BuyNotEnoughQuoteTokensToCoverFees')
  if (trade.baseAmount === 0n) refuse('ZeroBaseAmount')
  if (trade.baseAmount < args.min_base_amount_out) refuse('BuySlippageBelowMinBaseAmountOut')
  const asked = {
    max: args.spendable_quote_in,
    min: args.min_base_amount_out,
    tracksVolume: args.track_volume,
  }
  return settleBuy(market, trade, { ...asked, name: 'buy_exact_quote_in' }, clock)
}

/** `sell`: sells an exact amount of base for at least a minimum of quote. */
export function executeSell(invocation: Invocation, clock: Clock): Script {
  const { base_amount_in, min_quote_amount_out } = readArguments(sellLayout, invocation.data)
  const market = readSeller(invocation)
  if (base_amount_in === 0n) refuse('ZeroBaseAmount')
  const trade = sellBase(market.reserves, base_amount_in)
  if (netOf(trade) < 0n) refuse('Overflow')
  if (paidOut(trade) > market.reserves.realQuote) refuse('InsufficientRealQuoteReserves')
  if (netOf(trade) < min_quote_amount_out) refuse('ExceededSlippage')
  return settleSell(market, trade, min_quote_amount_out, clock)
}

interface Asked {
  readonly max: bigint
  readonly min: bigint
  readonly tracksVolume: boolean
  readonly name: 'buy' | 'buy_exact_quote_in'
}

function settleBuy(market: Market, trade: PoolTrade, asked: Asked, clock: Clock): Script {
  const { accounts: a } = market
  const script = beginTrade(market)
  moveBase(script, market, 'out', trade.baseAmount)
  const pay = (to: NamedAccount, amount: bigint) =>
    moveQuote(script, market, 'in', { from: a.user_quote_token_account, to, amount })
  pay(a.pool_quote_token_account, trade.quoteAmount + trade.lpFee)
  payFees(script, market, trade, pay)
  emit(script, a, buyEvent(market, trade, asked, clock))
  return script
}

function settleSell(market: Market, trade: PoolTrade, min: bigint, clock: Clock): Script {
  const { accounts: a } = market
  const script = beginTrade(market)
  moveBase(script, market, 'in', trade.baseAmount)
  const pay = (to: NamedAccount, amount: bigint) =>
    moveQuote(script, market, 'out', { from: a.pool_quote_token_account, to, amount })
  pay(a.user_quote_token_account, netOf(trade))
  payFees(script, market, trade, pay)
  emit(script, a, sellEvent(market, trade, min, clock))
  return script
}

/**
 * Pays the fees: the protocol's, a part of it to the buyback, and the creator's.
 * For a coin with cashback, the trader gets the creator's fee.
 */
function payFees(
  script: Script,
  market: Market,
  trade: PoolTrade,
  pay: (to: NamedAccount, amount: bigint) => void,
): void {
  const { accounts: a, buyback, cashback, accumulator } = market
  const bought = buybackOf(market, trade)
  pay(a.protocol_fee_recipient_token_account, trade.protocolFee - bought)
  pay(buyback.account, bought)
  pay(cashback ?? a.coin_creator_vault_ata, trade.creatorFee)
  if (cashback !== undefined && accumulator !== undefined && trade.creatorFee > 0n)
    earn(script, accumulator, trade.creatorFee)
}

function moveBase(
  script: Script,
  { accounts: a, base, poolSeeds }: Market,
  direction: 'out' | 'in',
  amount: bigint,
): void {
  const [from, to, authority] =
    direction === 'out'
      ? [a.pool_base_token_account, a.user_base_token_account, a.pool]
      : [a.user_base_token_account, a.pool_base_token_account, a.user]
  const transfer = { program: a.base_token_program, from, mint: a.base_mint, to, authority, amount }
  transferChecked(script, { ...transfer, decimals: base.decimals }, direction === 'out' ? [poolSeeds] : [])
}

function moveQuote(
  script: Script,
  { accounts: a, quote, poolSeeds }: Market,
  direction: 'out' | 'in',
  { from, to, amount }: { readonly from: NamedAccount; readonly to: NamedAccount; readonly amount: bigint },
): void {
  if (amount === 0n) return
  const authority = direction === 'out' ? a.pool : a.user
  const transfer = { program: a.quote_token_program, from, mint: a.quote_mint, to, authority, amount }
  transferChecked(script, { ...transfer, decimals: quote.decimals }, direction === 'out' ? [poolSeeds] : [])
}

/** The fields that both events share. Reserves are those before the trade. */
function sharedFields(market: Market, trade: PoolTrade, { unixTimestamp }: Clock) {
  const { accounts: a, reserves, held, state, cashback, base } = market
  const [toCreator, toTrader] = cashback === undefined ? [1n, 0n] : [0n, 1n]
  const toHolders = state.is_holder_reward ? 1n : 0n
  return {
    timestamp: unixTimestamp,
    user_base_token_reserves: readTokenAccount(a.user_base_token_account).amount,
    user_quote_token_reserves: readTokenAccount(a.user_quote_token_account).amount,
    pool_base_token_reserves: held.base,
    pool_quote_token_reserves: held.quote,
    lp_fee_basis_points: BigInt(reserves.lpFeeBps),
    lp_fee: trade.lpFee,
    protocol_fee_basis_points: BigInt(reserves.protocolFeeBps),
    protocol_fee: trade.protocolFee,
    pool: a.pool.address,
    user: a.user.address,
    user_base_token_account: a.user_base_token_account.address,
    user_quote_token_account: a.user_quote_token_account.address,
    protocol_fee_recipient: a.protocol_fee_recipient.address,
    protocol_fee_recipient_token_account: a.protocol_fee_recipient_token_account.address,
    coin_creator: state.coin_creator,
    coin_creator_fee_basis_points: BigInt(reserves.creatorFeeBps) * toCreator,
    coin_creator_fee: trade.creatorFee * toCreator,
    cashback_fee_basis_points: BigInt(reserves.creatorFeeBps) * toTrader,
    cashback: trade.creatorFee * toTrader,
    buyback_fee_basis_points: buybackRate(market),
    buyback_fee: buybackOf(market, trade),
    virtual_quote_reserves: state.virtual_quote_reserves,
    can_boost: state.virtual_quote_reserves > 0n,
    base_supply: base.supply,
    holder_rewards_bps: BigInt(reserves.creatorFeeBps) * toHolders,
    holder_rewards: trade.creatorFee * toHolders,
  }
}

/** `BuyEvent`. For `buy_exact_quote_in`, the program swaps the curve's quote amount and the trader's payment. */
function buyEvent(market: Market, trade: PoolTrade, asked: Asked, clock: Clock): Uint8Array {
  const [quoted, paid] = asked.name === 'buy' ? [trade.quoteAmount, costOf(trade)] : [costOf(trade), trade.quoteAmount]
  return buyEventLayout.encode({
    ...sharedFields(market, trade, clock),
    base_amount_out: trade.baseAmount,
    max_quote_amount_in: asked.max,
    quote_amount_in: quoted,
    quote_amount_in_with_lp_fee: trade.quoteAmount + trade.lpFee,
    user_quote_amount_in: paid,
    track_volume: asked.tracksVolume,
    total_unclaimed_tokens: 0n,
    total_claimed_tokens: 0n,
    current_sol_volume: 0n,
    last_update_timestamp: 0n,
    min_base_amount_out: asked.min,
    ix_name: asked.name,
  })
}

function sellEvent(market: Market, trade: PoolTrade, min: bigint, clock: Clock): Uint8Array {
  return sellEventLayout.encode({
    ...sharedFields(market, trade, clock),
    base_amount_in: trade.baseAmount,
    min_quote_amount_out: min,
    quote_amount_out: trade.quoteAmount,
    quote_amount_out_without_lp_fee: paidOut(trade),
    user_quote_amount_out: netOf(trade),
  })
}
