import { type AccountSet, type AccountSnapshot, type Address, type Ratio, TernError } from '@tern/core'
import { maxU64, type TradedMint } from '@tern/core/internal'
import { assertOwned, openUntaxedMint, openVault, tokenOf } from '../openAccounts.ts'
import { reservesPrice } from '../price.ts'
import { feesOf, openFeeConfig } from '../pumpFees/feeConfig.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { Pool, Quote, SwapRequest } from '../venue.ts'
import { feeConfig, globalConfigAddress, program } from './addresses.ts'
import { isCanonical } from './canonical.ts'
import { evidence } from './evidence.ts'
import { type GlobalConfig, noAddress, type PoolState, viewGlobalConfig, viewPoolState } from './layout.ts'
import {
  buyBase,
  buyForQuote,
  costOf,
  netOf,
  type PoolTrade,
  paidOut,
  prepareReserves,
  type Reserves,
  sellBase,
  sellForQuote,
} from './quote.ts'
import { openings, swapOf } from './swap.ts'

/** `TOTAL_TOKEN_SUPPLY`: the market cap of a mayhem coin counts this supply. Other coins count their current supply. */
const mayhemSupply = 1_000_000_000_000_000n
const maxBps = 10_000n
/** Bits of `GlobalConfig.disable_flags`. */
const buyDisabled = 1 << 3
const sellDisabled = 1 << 4

/** Recorded trades took up to 98,147. Some trades also open accounts or extend the pool. */
const computeUnits = 150_000

/** The facts of an open pool. */
export interface OpenPool {
  readonly address: Address
  readonly account: AccountSnapshot
  readonly state: PoolState
  readonly config: GlobalConfig
  readonly base: TradedMint
  readonly quote: TradedMint
}

/** Returns the accounts that `openPool` reads besides the pool's own. */
export function accountsOf(state: PoolState): readonly Address[] {
  const { pool_base_token_account, pool_quote_token_account, base_mint, quote_mint } = state
  return [pool_base_token_account, pool_quote_token_account, base_mint, quote_mint]
}

/**
 * Decodes a pool's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function openPoolAccount(account: AccountSnapshot): PoolState {
  assertOwned('Pool', account, program)
  return viewPoolState(account.data)
}

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  const state = openPoolAccount(account)
  const missing = [globalConfigAddress, feeConfig, ...accountsOf(state)].filter(one => !read.get(one))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })

  const there = (one: Address) => read.get(one) as AccountSnapshot
  const config = openConfig(there(globalConfigAddress))
  // It is not public whether strangers' pools may trade mints with transfer fees, so this package refuses such mints.
  // The program's documents and its IDL name the errors 6006 `UnsupportedBaseMint` and 6007 `UnsupportedQuoteMint`
  // without their conditions. No trade of such a pool was found, and its maths would be a guess.
  const base = openUntaxedMint(state.base_mint, read)
  const quote = openUntaxedMint(state.quote_mint, read)
  const baseVault = openVault(state.pool_base_token_account, read, base, address)
  const quoteVault = openVault(state.pool_quote_token_account, read, quote, address)
  const open: OpenPool = { address, account, state, config, base, quote }
  const reserves = prepare(open, baseVault.amount, quoteVault.amount, there(feeConfig))
  const isFrozen = baseVault.state === 'frozen' || quoteVault.state === 'frozen'
  const { buying, selling } = directionsOf(open, reserves, isFrozen)
  const direction = (tokenIn: Address): Direction => {
    if (tokenIn === quote.address) return buying
    if (tokenIn === base.address) return selling
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }
  const slots = accountsOf(state).map(one => there(one).slot)

  return {
    protocol: 'pumpamm',
    evidence,
    address,
    slot: [account.slot, ...slots.slice(0, 2)].reduce((min, slot) => (slot < min ? slot : min)),
    tokens: [tokenOf(base), tokenOf(quote)],
    nativeSettlement: 'wrapped',
    reserves: () => [reserves.base, reserves.realQuote],
    liquidityTokens: { mint: state.lp_mint, given: state.lp_supply },
    ...(state.coin_creator === noAddress ? {} : { creator: state.coin_creator }),
    quote(request) {
      const side = direction(request.tokenIn)
      if (side.refusal !== undefined) throw new TernError(side.refusal, { pool: address })
      if (side === selling)
        return 'exactIn' in request
          ? sellExactIn(side, request, request.exactIn)
          : sellExactOut(side, request, request.exactOut)
      return 'exactIn' in request
        ? buyExactIn(side, request, request.exactIn)
        : buyExactOut(side, request, request.exactOut)
    },
    hasExactOut: tokenIn => direction(tokenIn) === buying,
    swap: swapOf(open),
    opens: async (tokenIn, parties, read) => openings(open, direction(tokenIn).tokenIn, { parties, read }),
  }
}

/** A single direction of a pool: the facts that quotes need, computed when the pool is opened. */
interface Direction {
  readonly reserves: Reserves
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly quoteMint: Address
  readonly currentPrice: Ratio
  /** Set if no amount can trade in this direction. */
  readonly refusal: 'quote/paused' | 'quote/noLiquidity' | undefined
}

function directionsOf(
  { config, base, quote }: OpenPool,
  reserves: Reserves,
  isFrozen: boolean,
): Readonly<Record<'buying' | 'selling', Direction>> {
  const hasLiquidity = reserves.base > 0n && reserves.quote > 0n && reserves.realQuote > 0n
  const refusalBy = (disabled: number) => {
    if (isFrozen || (config.disable_flags & disabled) !== 0) return 'quote/paused'
    return hasLiquidity ? undefined : 'quote/noLiquidity'
  }
  return {
    buying: {
      ...{ reserves, tokenIn: quote.address, tokenOut: base.address, quoteMint: quote.address },
      currentPrice: reservesPrice(reserves.quote, reserves.base),
      refusal: refusalBy(buyDisabled),
    },
    selling: {
      ...{ reserves, tokenIn: base.address, tokenOut: quote.address, quoteMint: quote.address },
      currentPrice: reservesPrice(reserves.base, reserves.quote),
      refusal: refusalBy(sellDisabled),
    },
  }
}

function buyExactIn(side: Direction, request: SwapRequest, exactIn: bigint): Quote {
  assertTradable(exactIn)
  const bought = buyForQuote(side.reserves, exactIn)
  if (bought === undefined || bought.baseAmount === 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, bought, costOf(bought), bought.baseAmount)
}

function buyExactOut(side: Direction, request: SwapRequest, exactOut: bigint): Quote {
  assertTradable(exactOut)
  const { base } = side.reserves
  const bought = exactOut < base ? buyBase(side.reserves, exactOut) : undefined
  const cost = bought && costOf(bought)
  if (cost === undefined || bought === undefined || cost > maxU64)
    throw new TernError('quote/beyondReserves', { amountOut: exactOut, reserveOut: base })
  return settle(side, request, bought, cost, exactOut)
}

function sellExactIn(side: Direction, request: SwapRequest, exactIn: bigint): Quote {
  assertTradable(exactIn)
  const sold = sellBase(side.reserves, exactIn)
  const { realQuote } = side.reserves
  if (sold.quoteAmount > realQuote && paidOut(sold) > realQuote)
    throw new TernError('quote/beyondReserves', { amountOut: paidOut(sold), reserveOut: realQuote })
  const amountOut = netOf(sold)
  if (amountOut <= 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, sold, exactIn, amountOut)
}

function sellExactOut(side: Direction, request: SwapRequest, exactOut: bigint): Quote {
  assertTradable(exactOut)
  const sold = sellForQuote(side.reserves, exactOut)
  if (sold === undefined)
    throw new TernError('quote/beyondReserves', { amountOut: exactOut, reserveOut: side.reserves.realQuote })
  return settle(side, request, sold, sold.baseAmount, netOf(sold))
}

/** Builds the quote. Its fees count each unit once: `trade` is the share that the pool keeps. */
function settle(
  { tokenIn, tokenOut, quoteMint, currentPrice }: Direction,
  request: SwapRequest,
  { baseAmount, quoteAmount, lpFee, protocolFee, creatorFee }: PoolTrade,
  amountIn: bigint,
  amountOut: bigint,
): Quote {
  const moved = tokenIn === quoteMint ? quoteAmount : baseAmount
  const trade = { kind: 'trade' as const, mint: quoteMint, amount: lpFee }
  const protocol = { kind: 'protocol' as const, mint: quoteMint, amount: protocolFee }
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled: 'whole',
    fees:
      creatorFee > 0n ? [trade, protocol, { kind: 'creator', mint: quoteMint, amount: creatorFee }] : [trade, protocol],
    currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    // 1 − (Rout / (Rin + in)) / (Rout / Rin), without fees and rounding.
    priceImpact: { numerator: moved, denominator: currentPrice.denominator + moved },
    computeUnits,
  }
}

/** Computes the pool's reserves and fee rates. Both stay constant until it trades. */
function prepare(open: OpenPool, baseAmount: bigint, quoteAmount: bigint, fees: AccountSnapshot): Reserves {
  const { state } = open
  const held = quoteAmount - state.protocol_fees - state.creator_fees
  const effective = quoteAmount + state.virtual_quote_reserves
  if (effective > maxU64)
    throw new TernError('layout/invalidValue', {
      ...{ field: 'virtual_quote_reserves', value: String(state.virtual_quote_reserves) },
    })
  const quote = effective > 0n ? effective : 0n
  return prepareReserves({
    base: baseAmount,
    quote,
    realQuote: held > 0n ? held : 0n,
    ...feeRates(open, baseAmount, quote, fees),
  })
}

/**
 * Returns the fee rates like `compute_fees`: the fee program's tiers for pools from curves, its flat fees for all other
 * pools. A pool's own creator rate replaces the creator's part if the config enables such rates. A pool whose coin has
 * no creator pays none.
 *
 * `create_v2` ignores a coin's own rate if its quote is SOL or USDC (pump-public-docs, COIN_CREATION.md; error 6077).
 * A stored rate counts for every quote, like in the official clients (`compute_amm_fee_bps` of pump-rust-client).
 */
function feeRates({ state, config, base }: OpenPool, baseAmount: bigint, quote: bigint, account: AccountSnapshot) {
  const schedule = openFeeConfig(account)
  const supply = state.is_mayhem_mode ? mayhemSupply : base.supply
  const marketCap = baseAmount > 0n ? (quote * supply) / baseAmount : 0n
  const fees = isCanonical(state.creator, state.base_mint)
    ? feesOf(schedule, state.quote_mint, marketCap)
    : schedule.flat_fees
  if (fees === undefined) throw new TernError('layout/invalidValue', { field: 'FeeConfig.fee_tiers', value: 'none' })
  const hasOwnRate = config.creator_fee_configurable && state.creator_fee_bps > 0n
  const creatorFeeBps = hasOwnRate ? state.creator_fee_bps : fees.creator_fee_bps
  const rates = {
    lpFeeBps: fees.lp_fee_bps,
    protocolFeeBps: fees.protocol_fee_bps,
    creatorFeeBps: state.coin_creator === noAddress ? 0n : creatorFeeBps,
  }
  for (const [field, bps] of Object.entries(rates))
    if (bps > maxBps) throw new TernError('layout/invalidValue', { field, value: String(bps) })
  const { lpFeeBps, protocolFeeBps } = rates
  return {
    lpFeeBps: Number(lpFeeBps),
    protocolFeeBps: Number(protocolFeeBps),
    creatorFeeBps: Number(rates.creatorFeeBps),
  }
}

function openConfig(account: AccountSnapshot): GlobalConfig {
  assertOwned('GlobalConfig', account, program)
  return viewGlobalConfig(account.data)
}
