import { type Address, type Ratio, TernError } from '@tern/core'
import { maxU64 } from '@tern/core/internal'
import { impactOf } from '../price.ts'
import { assertTradable, chargingOf, received, sent } from '../tradedAmounts.ts'
import type { FeeKind, Quote, SpecialCase, SwapRequest } from '../venue.ts'
import type { OpenPool, PoolMint } from './pool.ts'
import {
  buyExactIn,
  buyExactOut,
  type Curve,
  type CurveTrade,
  priceOf,
  rateDenominator,
  sellExactIn,
  sellExactOut,
  withShare,
} from './quote.ts'

/** Recorded trades took up to 78,407. A coin's first trade also opens two token accounts for its fees. */
const computeUnits = 130_000

/** A single direction of a pool: the facts that quotes need, computed when the pool is opened. */
export interface Direction {
  readonly side: 'buy' | 'sell'
  readonly curve: Curve
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly quoteMint: Address
  /** Set only if the mint has Token-2022's transfer fee extension. Likewise `chargingOut`. */
  readonly chargingIn: PoolMint | undefined
  readonly chargingOut: PoolMint | undefined
  readonly currentPrice: Ratio
  readonly specialCase: SpecialCase | undefined
}

/** Returns both directions of a pool. */
export function directionsOf({ curve, base, quote }: OpenPool): Readonly<Record<'buying' | 'selling', Direction>> {
  const quoteMint = quote.address
  const isCharged = chargingOf(base) !== undefined || chargingOf(quote) !== undefined
  const specialCase = curve.type !== 'constantProduct' ? 'otherCurve' : isCharged ? 'transferFee' : undefined
  return {
    buying: {
      ...{ side: 'buy', curve, tokenIn: quoteMint, tokenOut: base.address, quoteMint },
      ...{ chargingIn: chargingOf(quote), chargingOut: chargingOf(base), specialCase },
      currentPrice: priceOf('buy', curve),
    },
    selling: {
      ...{ side: 'sell', curve, tokenIn: base.address, tokenOut: quoteMint, quoteMint },
      ...{ chargingIn: chargingOf(base), chargingOut: chargingOf(quote), specialCase },
      currentPrice: priceOf('sell', curve),
    },
  }
}

/**
 * Adds a referrer's share to a direction.
 *
 * @param max the config's max share, in parts per million.
 * @param asked the requested share, in parts per million.
 * @throws TernError `quote/referralTooHigh`.
 */
export function sharing(direction: Direction, max: bigint, asked: bigint): Direction {
  const { curve } = direction
  if (asked < 0n || asked > max || curve.totalRate + asked >= rateDenominator)
    throw new TernError('quote/referralTooHigh', { asked, max })
  return { ...direction, curve: withShare(curve, asked) }
}

/**
 * Quotes an exact input.
 * @throws TernError `quote/*`, `amount/outOfRange`.
 * @see `buy_exact_in`, `sell_exact_in`
 */
export function quoteExactIn(
  direction: Direction,
  request: SwapRequest,
  { amountIn, epoch }: { readonly amountIn: bigint; readonly epoch: bigint },
): Quote {
  assertTradable(amountIn)
  const { curve, side, chargingIn, chargingOut } = direction
  const given = received(chargingIn, epoch, amountIn)
  const trade = side === 'buy' ? buyExactIn(curve, given) : sellExactIn(curve, given)
  if (trade === undefined) throw beyondReserves(amountIn, curve.realQuote)
  const amountOut = received(chargingOut, epoch, side === 'buy' ? trade.base : trade.quote)
  if (amountOut === 0n) throw new TernError('quote/nothingOut', {})
  if (side === 'sell' || trade.quote === given) return settle(direction, request, trade, amountIn, amountOut)
  const taken = sent(chargingIn, epoch, trade.quote) ?? amountIn
  return settle(direction, request, trade, taken < amountIn ? taken : amountIn, amountOut)
}

/**
 * Quotes an exact output.
 * @throws TernError `quote/*`, `amount/outOfRange`.
 * @see `buy_exact_out`, `sell_exact_out`
 */
export function quoteExactOut(
  direction: Direction,
  request: SwapRequest,
  { amountOut, epoch }: { readonly amountOut: bigint; readonly epoch: bigint },
): Quote {
  assertTradable(amountOut)
  const { curve, side, chargingIn, chargingOut } = direction
  const leaving = sent(chargingOut, epoch, amountOut)
  const trade =
    leaving === undefined ? undefined : side === 'buy' ? buyExactOut(curve, leaving) : sellExactOut(curve, leaving)
  const taken = trade && (side === 'buy' ? trade.quote : trade.base)
  const amountIn = taken === undefined || taken > maxU64 ? undefined : sent(chargingIn, epoch, taken)
  if (trade === undefined || amountIn === undefined)
    throw beyondReserves(amountOut, side === 'buy' ? curve.remaining : curve.realQuote)
  return settle(direction, request, trade, amountIn, amountOut)
}

function beyondReserves(amountOut: bigint, reserveOut: bigint): TernError<'quote/beyondReserves'> {
  return new TernError('quote/beyondReserves', { amountOut, reserveOut })
}

type Fee = { kind: FeeKind; mint: Address; amount: bigint }

function settle(
  direction: Direction,
  request: SwapRequest,
  trade: CurveTrade,
  amountIn: bigint,
  amountOut: bigint,
): Quote {
  const { side, tokenIn, tokenOut, quoteMint } = direction
  const fees: Fee[] = [
    { kind: 'protocol', mint: quoteMint, amount: trade.protocolFee },
    { kind: 'platform', mint: quoteMint, amount: trade.platformFee },
  ]
  if (trade.creatorFee > 0n) fees.push({ kind: 'creator', mint: quoteMint, amount: trade.creatorFee })
  if (trade.shareFee > 0n) fees.push({ kind: 'referral', mint: quoteMint, amount: trade.shareFee })
  const [toPool, fromPool] = side === 'buy' ? [trade.quote, trade.base] : [trade.base, trade.quote]
  if (direction.chargingIn !== undefined && amountIn > toPool)
    fees.push({ kind: 'transfer', mint: tokenIn, amount: amountIn - toPool })
  if (direction.chargingOut !== undefined && fromPool > amountOut)
    fees.push({ kind: 'transfer', mint: tokenOut, amount: fromPool - amountOut })
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled: 'exactIn' in request && amountIn < request.exactIn ? 'partial' : 'whole',
    fees,
    currentPrice: direction.currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    priceImpact: priceImpactOf(direction, trade),
    computeUnits,
    specialCase: direction.specialCase,
  }
}

function priceImpactOf({ side, curve, currentPrice }: Direction, { base, moved }: CurveTrade): Ratio {
  if (curve.type === 'fixedPrice') return { numerator: 0n, denominator: 1n }
  const [paid, got] = side === 'buy' ? [moved, base] : [base, moved]
  // 1 − (Rout / (Rin + in)) / (Rout / Rin), without fees and rounding.
  if (curve.type === 'constantProduct') return { numerator: paid, denominator: currentPrice.denominator + paid }
  return impactOf(currentPrice, paid, got)
}
