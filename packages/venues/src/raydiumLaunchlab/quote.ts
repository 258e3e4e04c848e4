import { maxU64 } from '@tern/core'
import { ceilQuotient, exactLimit, floorQuotient, fromDouble, toDouble } from '../wideQuotient.ts'
import { squareRoot } from './squareRoot.ts'

/** Fee rates are parts of this (`RATE_DENOMINATOR_VALUE`). */
export const rateDenominator = 1_000_000n
/** The same where doubles are exact. */
const inOneDouble = 1_000_000
/** One, of a linear curve's slope. */
const one64 = 2n ** 64n

/** Parts per million of the quote side of a trade. */
export interface FeeRates {
  readonly protocol: bigint
  readonly platform: bigint
  readonly creator: bigint
  /** What whoever brought the trade may ask for, up to the config's most. */
  readonly share: bigint
}

/** How the price comes about: x · y = k, the same for all, or rising by as much with each token sold. */
export type CurveType = 'constantProduct' | 'fixedPrice' | 'linearPrice'

/** By `GlobalConfig.curve_type`. */
export const curveTypes: readonly CurveType[] = ['constantProduct', 'fixedPrice', 'linearPrice']

/** A curve, ready to quote. Raw units. */
export interface Curve {
  readonly type: CurveType
  /** Of a linear curve: by how much the price of a unit rises with each unit sold, in 2⁻⁶⁴. */
  readonly virtualBase: bigint
  readonly virtualQuote: bigint
  /** Sold so far, and what was paid for it. */
  readonly realBase: bigint
  readonly realQuote: bigint
  /** What is left to sell. */
  readonly remaining: bigint
  readonly rates: FeeRates
  /** All rates together. */
  readonly totalRate: bigint
}

/** A trade as the program carries it out. Raw units, transfer fees of the mints left out on both sides. */
export interface CurveTrade {
  /** Tokens that the curve gives or takes. */
  readonly base: bigint
  /** What moves the curve: without the fees of a buy, with those of a sale. */
  readonly moved: bigint
  /** What the trader pays, fees in it, or gets, fees off it. */
  readonly quote: bigint
  readonly protocolFee: bigint
  readonly platformFee: bigint
  readonly creatorFee: bigint
  readonly shareFee: bigint
}

/** What a curve's numbers come to; `totalRate` is below `rateDenominator`. */
export function prepareCurve(
  type: CurveType,
  state: {
    readonly total_base_sell: bigint
    readonly virtual_base: bigint
    readonly virtual_quote: bigint
    readonly real_base: bigint
    readonly real_quote: bigint
  },
  rates: FeeRates,
): Curve {
  return {
    type,
    virtualBase: state.virtual_base,
    virtualQuote: state.virtual_quote,
    realBase: state.real_base,
    realQuote: state.real_quote,
    remaining: state.total_base_sell - state.real_base,
    rates,
    totalRate: rates.protocol + rates.platform + rates.creator + rates.share,
  }
}

/** Whether the program's arithmetic has answers for the curve: whatever is left can be sold, and 64 bits hold what is paid for it. */
export function isSound({ type, virtualBase, virtualQuote, realBase, realQuote, remaining }: Curve): boolean {
  if (remaining <= 0n || virtualBase === 0n || virtualQuote + realQuote > maxU64) return false
  if (type === 'constantProduct') return virtualQuote > 0n && virtualBase > realBase + remaining
  return type === 'linearPrice' || virtualQuote > 0n
}

/** Raw quote units per raw token, without fees, as a fraction. */
export function priceOf({
  type,
  virtualBase,
  virtualQuote,
  realBase,
  realQuote,
}: Omit<Curve, 'rates' | 'totalRate' | 'remaining'>) {
  if (type === 'constantProduct') return { numerator: virtualQuote + realQuote, denominator: virtualBase - realBase }
  if (type === 'fixedPrice') return { numerator: virtualQuote, denominator: virtualBase }
  // The very first unit has no price: that of the next one stands for it.
  return { numerator: virtualBase * (realBase === 0n ? 1n : realBase), denominator: one64 }
}

/**
 * `buy_exact_in`: the fees, rounded up, come off what is paid. A buy of more than is left takes what is left, for what that
 * costs.
 */
export function buyExactIn(curve: Curve, quoteIn: bigint): CurveTrade {
  const { totalRate } = curve
  const fee = feeOn(quoteIn, totalRate)
  const net = quoteIn - fee
  const base = net === 0n ? 0n : baseFor(curve, net)
  if (base <= curve.remaining) return tradeOf(curve, base, net, quoteIn, fee)
  return buyAll(curve, curve.remaining)
}

/** `buy_exact_out`; `undefined` for more than is left, where the program would sell that. */
export function buyExactOut(curve: Curve, baseOut: bigint): CurveTrade | undefined {
  if (baseOut > curve.remaining) return undefined
  return buyAll(curve, baseOut)
}

function buyAll(curve: Curve, base: bigint): CurveTrade {
  const cost = costOf(curve, base)
  const quote = beforeFee(cost, curve.totalRate)
  return tradeOf(curve, base, cost, quote, quote - cost)
}

/** `sell_exact_in`: the fees, rounded up, come off what the curve pays. `undefined` for more than was ever sold or paid. */
export function sellExactIn(curve: Curve, baseIn: bigint): CurveTrade | undefined {
  if (baseIn > curve.realBase) return undefined
  const gross = proceedsOf(curve, baseIn)
  if (gross < 0n || gross > curve.realQuote) return undefined
  const fee = feeOn(gross, curve.totalRate)
  return tradeOf(curve, baseIn, gross, gross - fee, fee)
}

/** `sell_exact_out`; `undefined` where no sale brings that much. */
export function sellExactOut(curve: Curve, quoteOut: bigint): CurveTrade | undefined {
  const gross = beforeFee(quoteOut, curve.totalRate)
  if (gross > curve.realQuote) return undefined
  const base = baseToSell(curve, gross)
  if (base > curve.realBase) return undefined
  return tradeOf(curve, base, gross, quoteOut, gross - quoteOut)
}

/** `buy_exact_in` of each curve, rounded down. */
function baseFor({ type, virtualBase, virtualQuote, realBase, realQuote }: Curve, net: bigint): bigint {
  if (type === 'constantProduct') return floorQuotient(net, virtualBase - realBase, virtualQuote + realQuote + net)
  if (type === 'fixedPrice') return floorQuotient(net, virtualBase, virtualQuote)
  const sold = soldAt(virtualBase, realQuote + net)
  return sold > realBase ? sold - realBase : 0n
}

/** `buy_exact_out` of each curve, rounded up. */
function costOf({ type, virtualBase, virtualQuote, realBase, realQuote }: Curve, base: bigint): bigint {
  if (type === 'constantProduct') return ceilQuotient(virtualQuote + realQuote, base, virtualBase - realBase - base)
  if (type === 'fixedPrice') return ceilQuotient(virtualQuote, base, virtualBase)
  const cost = paidAt(virtualBase, realBase + base) - realQuote
  // Roundings of earlier trades may have paid for it already; the program gives nothing away.
  return cost > 0n ? cost : 1n
}

/** `sell_exact_in` of each curve, rounded down. */
function proceedsOf({ type, virtualBase, virtualQuote, realBase, realQuote }: Curve, base: bigint): bigint {
  if (type === 'constantProduct') return floorQuotient(base, virtualQuote + realQuote, virtualBase - realBase + base)
  if (type === 'fixedPrice') return floorQuotient(base, virtualQuote, virtualBase)
  return realQuote - paidAt(virtualBase, realBase - base)
}

/** `sell_exact_out` of each curve, rounded up. */
function baseToSell({ type, virtualBase, virtualQuote, realBase, realQuote }: Curve, gross: bigint): bigint {
  if (type === 'constantProduct') return ceilQuotient(virtualBase - realBase, gross, virtualQuote + realQuote - gross)
  if (type === 'fixedPrice') return ceilQuotient(virtualBase, gross, virtualQuote)
  const left = soldAt(virtualBase, realQuote - gross)
  return left < realBase ? realBase - left : 1n
}

/** Tokens that a linear curve has sold once it was paid `quote`: √(2 · quote / slope), rounded down. */
function soldAt(slope: bigint, quote: bigint): bigint {
  return squareRoot((2n * quote * one64) / slope)
}

/** What a linear curve was paid once it has sold `base`: slope · base² / 2, rounded up. */
function paidAt(slope: bigint, base: bigint): bigint {
  return (slope * base * base + (2n * one64 - 1n)) / (2n * one64)
}

/** `calculate_fee`, rounded up. */
function feeOn(amount: bigint, rate: bigint): bigint {
  const product = toDouble(amount) * toDouble(rate)
  return product < exactLimit
    ? fromDouble(Math.ceil(product / inOneDouble))
    : ceilQuotient(amount, rate, rateDenominator)
}

/** `calculate_pre_fee`: the least amount of which `amount` is left, rounded up. */
function beforeFee(amount: bigint, rate: bigint): bigint {
  return amount > maxU64
    ? (amount * rateDenominator) / (rateDenominator - rate)
    : ceilQuotient(amount, rateDenominator, rateDenominator - rate)
}

/** `split_fee`: each part rounded down, the protocol's is what the others leave. */
function tradeOf({ rates, totalRate }: Curve, base: bigint, moved: bigint, quote: bigint, fee: bigint): CurveTrade {
  const platformFee = partOf(fee, rates.platform, totalRate)
  const creatorFee = partOf(fee, rates.creator, totalRate)
  const shareFee = rates.share === 0n ? 0n : partOf(fee, rates.share, totalRate)
  return {
    base,
    moved,
    quote,
    protocolFee: fee - platformFee - creatorFee - shareFee,
    platformFee,
    creatorFee,
    shareFee,
  }
}

function partOf(fee: bigint, rate: bigint, totalRate: bigint): bigint {
  if (totalRate === 0n) return 0n
  const product = toDouble(fee) * toDouble(rate)
  return product < exactLimit ? fromDouble(Math.floor(product / toDouble(totalRate))) : (fee * rate) / totalRate
}
