import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  type Ratio,
  TernError,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { maxU64, nativeDecimals, type TradedMint } from '@tern/core/internal'
import { assertOwned, openUntaxedMint, tokenOf } from '../openAccounts.ts'
import { reservesPrice } from '../price.ts'
import { feesOf, openFeeConfig } from '../pumpFees/feeConfig.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { CurveState, Pool, Quote, SwapRequest } from '../venue.ts'
import { feeConfig, globalAddress, migratedPoolAddress, program } from './addresses.ts'
import { evidence } from './evidence.ts'
import { type BondingCurve, type Global, noAddress, viewBondingCurve, viewGlobal } from './layout.ts'
import { buyForQuote, buyTokens, type Curve, type CurveTrade, netOf, sellForQuote, sellTokens } from './quote.ts'
import { openings, swapOf } from './swap.ts'

const maxBps = 10_000n
/** The wrapped mint, equal on all clusters. */
const wrappedNative: OpenCurve['quote'] = {
  address: wrappedNativeMint,
  program: tokenProgram,
  decimals: nativeDecimals,
  extensions: { raw: [] },
}

/**
 * Recorded trades took up to 75,827. The documentation asks for 100,000, and for up to 300,000 in other quote tokens.
 */
const [unitsInLamports, unitsInTokens] = [120_000, 300_000]

/** The facts of an open curve. */
export interface OpenCurve {
  readonly address: Address
  readonly state: BondingCurve
  readonly global: Global
  readonly base: TradedMint
  /** The wrapped mint if the curve trades in lamports. It need not be read. */
  readonly quote: Pick<TradedMint, 'address' | 'program' | 'decimals' | 'extensions'>
}

/** Returns the mint that a curve takes: the wrapped mint for lamports. */
export function quoteMintOf({ quote_mint }: BondingCurve): Address {
  return quote_mint === noAddress || quote_mint === wrappedNativeMint ? wrappedNativeMint : quote_mint
}

/**
 * Opens a curve's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function openCurveAccount(account: AccountSnapshot): BondingCurve {
  assertOwned('BondingCurve', account, program)
  return viewBondingCurve(account.data)
}

/**
 * Opens a curve as a pool.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet, mint?: Address): Pool {
  const account = read.get(address)
  if (!account || mint === undefined) throw new TernError('pool/accountsNotReady', { pool: address })
  const state = openCurveAccount(account)
  const quoteMint = quoteMintOf(state)
  const needed = [mint, globalAddress, ...(quoteMint === wrappedNativeMint ? [] : [quoteMint])]
  const missing = needed.filter(one => !read.get(one))
  if (!read.has(feeConfig)) missing.push(feeConfig)
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })

  const global = openGlobal(read.get(globalAddress) as AccountSnapshot)
  if (mint === quoteMint)
    throw new TernError('layout/mismatch', {
      ...{ address, field: 'quote_mint', expected: 'another token', actual: quoteMint },
    })
  // `create_v2` refuses mints with transfer fees, both for the coin and for its quote.
  const base = openUntaxedMint(mint, read)
  const quote = quoteMint === wrappedNativeMint ? wrappedNative : openUntaxedMint(quoteMint, read)
  const open: OpenCurve = { address, state, global, base, quote }
  const curve = prepare(open, read.get(feeConfig) ?? null)
  const stage = stageOf(state)
  const isLiquid = hasLiquidity(curve)
  const { buying, selling } = directionsOf(curve, mint, quoteMint)
  const direction = (tokenIn: Address): Direction => {
    if (tokenIn === quoteMint) return buying
    if (tokenIn === mint) return selling
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  return {
    protocol: 'pumpfun',
    evidence,
    address,
    slot: account.slot,
    tokens: [tokenOf(base), tokenOf(quote)],
    nativeSettlement: quoteMint === wrappedNativeMint ? 'lamports' : 'wrapped',
    curve: { stage, progressPpm: progressPpm(state, global), creator: state.creator },
    currentPrice: selling.currentPrice,
    graduation: async () => ({ protocol: 'pumpamm', address: await migratedPoolAddress(mint, quoteMint) }),
    quote(request) {
      const side = direction(request.tokenIn)
      if (stage !== 'trading') throw new TernError('quote/complete', { pool: address, stage })
      if (!isLiquid) throw new TernError('quote/noLiquidity', { pool: address })
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

/** A single direction of a curve: the facts that quotes need, computed when the curve is opened. */
interface Direction {
  readonly curve: Curve
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly quoteMint: Address
  readonly currentPrice: Ratio
}

function directionsOf(
  curve: Curve,
  mint: Address,
  quoteMint: Address,
): Readonly<Record<'buying' | 'selling', Direction>> {
  const { virtualToken, virtualQuote } = curve
  return {
    buying: {
      ...{ curve, tokenIn: quoteMint, tokenOut: mint, quoteMint },
      currentPrice: reservesPrice(virtualQuote, virtualToken),
    },
    selling: {
      ...{ curve, tokenIn: mint, tokenOut: quoteMint, quoteMint },
      currentPrice: reservesPrice(virtualToken, virtualQuote),
    },
  }
}

function buyExactIn(side: Direction, request: SwapRequest, exactIn: bigint): Quote {
  assertTradable(exactIn)
  const bought = buyForQuote(side.curve, exactIn)
  if (bought === undefined || bought.tokenAmount === 0n) throw new TernError('quote/nothingOut', {})
  const cost = costOf(bought)
  const isLast = bought.tokenAmount === side.curve.realToken && cost < exactIn
  return settle(side, request, bought, cost, bought.tokenAmount, isLast ? 'partial' : 'whole')
}

function buyExactOut(side: Direction, request: SwapRequest, exactOut: bigint): Quote {
  assertTradable(exactOut)
  if (exactOut > side.curve.realToken) throw beyondReserves(exactOut, side.curve.realToken)
  const bought = buyTokens(side.curve, exactOut)
  const cost = costOf(bought)
  if (cost > maxU64) throw beyondReserves(exactOut, side.curve.realToken)
  return settle(side, request, bought, cost, exactOut)
}

function sellExactIn(side: Direction, request: SwapRequest, exactIn: bigint): Quote {
  assertTradable(exactIn)
  const sold = sellTokens(side.curve, exactIn)
  if (sold.quoteAmount > side.curve.realQuote) throw beyondReserves(sold.quoteAmount, side.curve.realQuote)
  const net = netOf(sold)
  if (net <= 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, sold, exactIn, net)
}

function sellExactOut(side: Direction, request: SwapRequest, exactOut: bigint): Quote {
  assertTradable(exactOut)
  const sold = sellForQuote(side.curve, exactOut)
  if (sold === undefined) throw beyondReserves(exactOut, side.curve.realQuote)
  return settle(side, request, sold, sold.tokenAmount, netOf(sold))
}

function beyondReserves(amountOut: bigint, reserveOut: bigint): TernError<'quote/beyondReserves'> {
  return new TernError('quote/beyondReserves', { amountOut, reserveOut })
}

function costOf({ quoteAmount, protocolFee, creatorFee }: CurveTrade): bigint {
  return quoteAmount + protocolFee + creatorFee
}

function settle(
  { tokenIn, tokenOut, quoteMint, currentPrice }: Direction,
  request: SwapRequest,
  { tokenAmount, quoteAmount, protocolFee, creatorFee }: CurveTrade,
  amountIn: bigint,
  amountOut: bigint,
  filled: Quote['filled'] = 'whole',
): Quote {
  const moved = tokenIn === quoteMint ? quoteAmount : tokenAmount
  const protocol = { kind: 'protocol' as const, mint: quoteMint, amount: protocolFee }
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled,
    fees: creatorFee > 0n ? [protocol, { kind: 'creator', mint: quoteMint, amount: creatorFee }] : [protocol],
    currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    // 1 − (Rout / (Rin + in)) / (Rout / Rin), without fees and rounding.
    priceImpact: { numerator: moved, denominator: currentPrice.denominator + moved },
    computeUnits: quoteMint === wrappedNativeMint ? unitsInLamports : unitsInTokens,
  }
}

/** Computes the curve's reserves and fee rates. Both stay constant until it trades. */
function prepare(open: OpenCurve, account: AccountSnapshot | null): Curve {
  const { virtual_token_reserves, virtual_quote_reserves, real_token_reserves, real_quote_reserves } = open.state
  const { protocolFeeBps, creatorFeeBps } = feeRates(open, account)
  for (const [field, bps] of [
    ['protocol_fee_bps', protocolFeeBps],
    ['creator_fee_bps', creatorFeeBps],
  ] as const)
    if (bps > maxBps) throw new TernError('layout/invalidValue', { field, value: String(bps) })
  return {
    virtualToken: virtual_token_reserves,
    virtualQuote: virtual_quote_reserves,
    realToken: real_token_reserves < virtual_token_reserves ? real_token_reserves : virtual_token_reserves - 1n,
    realQuote: real_quote_reserves,
    protocolFeeBps,
    creatorFeeBps,
  }
}

/**
 * Returns the fee rates like `compute_fees`: from the fee program's schedule, or from `Global` if there is no schedule.
 * A coin's own creator rate replaces the creator's part if `Global` enables such rates. A coin without a creator pays
 * none.
 *
 * The market cap counts the mint's current supply, so without burned tokens.
 * For a mayhem coin, as many tokens again are minted for the program that trades it. So its supply is the curve's
 * `token_total_supply` (`curve_tier_supply` of pump-rust-client 0.4.0).
 *
 * `create_v2` ignores a coin's own rate if its quote is SOL or USDC (pump-public-docs, COIN_CREATION.md; error 6091).
 * A stored rate counts for every quote, like in the official clients (`compute_bonding_curve_fee_bps` of
 * pump-rust-client).
 */
function feeRates({ state, global, base }: OpenCurve, account: AccountSnapshot | null) {
  const { virtual_token_reserves: virtualToken, virtual_quote_reserves: virtualQuote } = state
  let protocolFeeBps = global.fee_basis_points
  let creatorFeeBps = global.creator_fee_basis_points
  if (account !== null && virtualToken > 0n) {
    const marketCap = (virtualQuote * (state.is_mayhem_mode ? state.token_total_supply : base.supply)) / virtualToken
    const fees = feesOf(openFeeConfig(account), state.quote_mint, marketCap)
    if (fees === undefined) throw new TernError('layout/invalidValue', { field: 'FeeConfig.fee_tiers', value: 'none' })
    protocolFeeBps = fees.protocol_fee_bps
    creatorFeeBps = fees.creator_fee_bps
  }
  if (global.creator_fee_configurable && state.creator_fee_bps > 0n) creatorFeeBps = state.creator_fee_bps
  return { protocolFeeBps, creatorFeeBps: state.creator === noAddress ? 0n : creatorFeeBps }
}

function hasLiquidity({ virtualToken, virtualQuote }: Curve): boolean {
  return virtualToken > 0n && virtualQuote > 0n
}

/** Returns the curve's stage. After a migration, even its virtual reserves are zero. */
function stageOf({ complete, virtual_token_reserves, virtual_quote_reserves }: BondingCurve): CurveState['stage'] {
  if (!complete) return 'trading'
  return virtual_token_reserves === 0n && virtual_quote_reserves === 0n ? 'migrated' : 'complete'
}

function progressPpm({ complete, real_token_reserves }: BondingCurve, global: Global): number {
  const whole = global.initial_real_token_reserves
  if (complete || whole === 0n) return complete ? 1_000_000 : 0
  const sold = whole > real_token_reserves ? whole - real_token_reserves : 0n
  return Number((sold * 1_000_000n) / whole)
}

function openGlobal(account: AccountSnapshot): Global {
  assertOwned('Global', account, program)
  return viewGlobal(account.data)
}
