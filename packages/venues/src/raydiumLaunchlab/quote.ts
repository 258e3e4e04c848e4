import type { Ratio } from '@tern/core'
import { maxU64 } from '@tern/core/internal'
import { reservesPrice } from '../price.ts'
import { squareRoot } from '../squareRoot.ts'
import { ceilQuotient, exactDouble, exactLimit, floorQuotient, fromDouble, toDouble } from '../wideQuotient.ts'

/** Denominator of fee rates (`RATE_DENOMINATOR_VALUE`): 1,000,000 is 100%. */
export const rateDenominator = 1_000_000n
/** `rateDenominator` as a double. */
const inOneDouble = 1_000_000
/** The number 1 in the fixed-point format of a linear curve's slope, Q64. */
const one64 = 2n ** 64n

/** Parts per million of the quote side of a trade. */
export interface FeeRates {
  readonly protocol: bigint
  readonly platform: bigint
  readonly creator: bigint
  /** The referrer's share, up to the max in the config. */
  readonly share: bigint
}

/** The price: x · y = k, constant, or rising by an equal step with each token sold. */
export type CurveType = 'constantProduct' | 'fixedPrice' | 'linearPrice'

/** Indexed by `GlobalConfig.curve_type`. */
export const curveTypes: readonly CurveType[] = ['constantProduct', 'fixedPrice', 'linearPrice']

/** A curve, ready to quote. Raw units. */
export interface Curve {
  readonly type: CurveType
  /** For a linear curve: the rise of a unit's price with each unit sold, in 2⁻⁶⁴. */
  readonly virtualBase: bigint
  readonly virtualQuote: bigint
  /** Sold so far, and the amount paid for it. */
  readonly realBase: bigint
  readonly realQuote: bigint
  /** For constant product: the two reserves that are multiplied. */
  readonly baseReserve: bigint
  readonly quoteReserve: bigint
  /** For a linear curve: the amount paid for all tokens sold, in 2⁻⁶⁵. */
  readonly scaledQuote: bigint
  /** Tokens left to sell. */
  readonly remaining: bigint
  readonly rates: FeeRates
  /**
   * The sum of all rates. `doubles` holds rates exactly.
   * It also holds the nearest doubles of the reserves (of `virtual_base` and `virtual_quote` for a fixed price), and of
   * half a linear curve's slope in whole units.
   */
  readonly totalRate: bigint
  readonly doubles: Readonly<
    Record<'base' | 'quote' | 'halfSlope' | 'total' | 'platform' | 'creator' | 'share', number>
  >
}

/**
 * A trade as the program executes it, in raw units.
 * The input counts after its mint's transfer fee, the output before its mint's transfer fee.
 */
export interface CurveTrade {
  /** Tokens that the curve gives or takes. */
  readonly base: bigint
  /** The quote amount that moves the curve. In a buy it excludes the fees, in a sale it includes the fees. */
  readonly moved: bigint
  /** The quote amount that the trader pays, including fees, or gets, after fees. */
  readonly quote: bigint
  readonly protocolFee: bigint
  readonly platformFee: bigint
  readonly creatorFee: bigint
  readonly shareFee: bigint
}

/**
 * Prepares a curve for quotes.
 * @param rates sum to less than `rateDenominator`.
 */
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
  const totalRate = rates.protocol + rates.platform + rates.creator + rates.share
  const baseReserve = state.virtual_base - state.real_base
  const quoteReserve = state.virtual_quote + state.real_quote
  return {
    type,
    virtualBase: state.virtual_base,
    virtualQuote: state.virtual_quote,
    realBase: state.real_base,
    realQuote: state.real_quote,
    baseReserve,
    quoteReserve,
    scaledQuote: type === 'linearPrice' ? state.real_quote << 65n : 0n,
    remaining: state.total_base_sell - state.real_base,
    rates,
    totalRate,
    doubles: {
      base: toDouble(type === 'fixedPrice' ? state.virtual_base : baseReserve),
      quote: toDouble(type === 'fixedPrice' ? state.virtual_quote : quoteReserve),
      halfSlope: toDouble(state.virtual_base) / 2 ** 65,
      total: toDouble(totalRate),
      platform: toDouble(rates.platform),
      creator: toDouble(rates.creator),
      share: toDouble(rates.share),
    },
  }
}

/** Returns the curve with another referrer's share. */
export function withShare(curve: Curve, share: bigint): Curve {
  const totalRate = curve.totalRate - curve.rates.share + share
  const doubles = { ...curve.doubles, total: toDouble(totalRate), share: toDouble(share) }
  return { ...curve, rates: { ...curve.rates, share }, totalRate, doubles }
}

/**
 * Checks that the program's arithmetic has results for the curve.
 * The remaining tokens can be sold, and the quote reserve fits 64 bits.
 */
export function isSound({ type, virtualBase, virtualQuote, baseReserve, quoteReserve, remaining }: Curve): boolean {
  if (remaining <= 0n || virtualBase === 0n || quoteReserve > maxU64) return false
  if (type === 'constantProduct') return virtualQuote > 0n && baseReserve > remaining
  return type === 'linearPrice' || virtualQuote > 0n
}

/**
 * Computes the price.
 * @returns raw units out per raw unit in, before fees.
 */
export function priceOf(side: 'buy' | 'sell', curve: Parameters<typeof pricedReserves>[0]): Ratio {
  const { base, quote } = pricedReserves(curve)
  return side === 'buy' ? reservesPrice(quote, base) : reservesPrice(base, quote)
}

/** Returns two amounts whose ratio is the curve's price. */
function pricedReserves({
  type,
  virtualBase,
  virtualQuote,
  realBase,
  realQuote,
}: Pick<Curve, 'type' | 'virtualBase' | 'virtualQuote' | 'realBase' | 'realQuote'>) {
  if (type === 'constantProduct') return { quote: virtualQuote + realQuote, base: virtualBase - realBase }
  if (type === 'fixedPrice') return { quote: virtualQuote, base: virtualBase }
  // The price of the first unit would be 0, so use the price of the second.
  return { quote: virtualBase * (realBase === 0n ? 1n : realBase), base: one64 }
}

/**
 * Quotes `buy_exact_in`: the fees, rounded up together, come off the payment.
 * If the payment exceeds the cost of all that is left, buys all that is left for its cost.
 */
export function buyExactIn(curve: Curve, quoteIn: bigint): CurveTrade {
  const { doubles } = curve
  const paid = toDouble(quoteIn)
  const product = paid * doubles.total
  if (product < exactLimit && paid < exactDouble) {
    const fee = Math.ceil(product / inOneDouble)
    const left = paid - fee
    const net = fromDouble(left)
    const base = left === 0 ? 0n : baseFor(curve, net, left)
    return base <= curve.remaining ? tradeOf(curve, base, net, quoteIn, fee) : buyAll(curve, curve.remaining)
  }
  const fee = ceilQuotient(quoteIn, curve.totalRate, rateDenominator)
  const net = quoteIn - fee
  const base = net === 0n ? 0n : baseFor(curve, net, toDouble(net))
  return base <= curve.remaining ? wideTradeOf(curve, base, net, quoteIn, fee) : buyAll(curve, curve.remaining)
}

/**
 * Quotes `buy_exact_out`.
 *
 * @returns `undefined` if the curve has less than `baseOut` left. The program would sell the rest, but an exact output
 *   is never reduced (`SwapRequest`). To buy everything that is left, ask for exactly that amount, or pay for more.
 */
export function buyExactOut(curve: Curve, baseOut: bigint): CurveTrade | undefined {
  if (baseOut > curve.remaining) return undefined
  return buyAll(curve, baseOut)
}

function buyAll(curve: Curve, base: bigint): CurveTrade {
  const cost = costOf(curve, base)
  const left = toDouble(cost)
  const product = left * curve.doubles.total
  const fee = feeOnTop(product, curve)
  if (product < exactLimit && isExact(fee, curve) && left < exactDouble && cost <= maxU64)
    return tradeOf(curve, base, cost, cost + fromDouble(fee), fee)
  const wideFee = wideFeeOnTop(cost, curve)
  return wideTradeOf(curve, base, cost, cost + wideFee, wideFee)
}

/**
 * Quotes `sell_exact_in`: the fees, rounded up together, come off the curve's payment.
 *
 * @returns `undefined` if the curve never sold that many tokens, or if its payment would be negative or exceed the
 *   amount that it took in.
 */
export function sellExactIn(curve: Curve, baseIn: bigint): CurveTrade | undefined {
  if (baseIn > curve.realBase) return undefined
  const gross = proceedsOf(curve, baseIn)
  if (gross < 0n || gross > curve.realQuote) return undefined
  const got = toDouble(gross)
  const product = got * curve.doubles.total
  if (product < exactLimit && got < exactDouble) {
    const fee = Math.ceil(product / inOneDouble)
    return tradeOf(curve, baseIn, gross, fromDouble(got - fee), fee)
  }
  const fee = ceilQuotient(gross, curve.totalRate, rateDenominator)
  return wideTradeOf(curve, baseIn, gross, gross - fee, fee)
}

/**
 * Quotes `sell_exact_out`.
 * @returns `undefined` if no sale brings that much.
 */
export function sellExactOut(curve: Curve, quoteOut: bigint): CurveTrade | undefined {
  const left = toDouble(quoteOut)
  const product = left * curve.doubles.total
  const fee = feeOnTop(product, curve)
  if (product < exactLimit && isExact(fee, curve) && left < exactDouble) {
    const gross = quoteOut + fromDouble(fee)
    const base = gross > curve.realQuote ? undefined : baseToSell(curve, gross)
    return base === undefined || base > curve.realBase ? undefined : tradeOf(curve, base, gross, quoteOut, fee)
  }
  const wideFee = wideFeeOnTop(quoteOut, curve)
  const gross = quoteOut + wideFee
  if (gross > curve.realQuote) return undefined
  const base = baseToSell(curve, gross)
  return base > curve.realBase ? undefined : wideTradeOf(curve, base, gross, quoteOut, wideFee)
}

/**
 * Computes the tokens for `net`, rounded down, like `buy_exact_in` of each curve type.
 * @param paid the double nearest to `net`.
 */
function baseFor(curve: Curve, net: bigint, paid: number): bigint {
  const { type, doubles } = curve
  const worth = paid * doubles.base
  if (type === 'constantProduct')
    return floorQuotient(net, curve.baseReserve, curve.quoteReserve + net, worth / (doubles.quote + paid))
  if (type === 'fixedPrice') return floorQuotient(net, curve.virtualBase, curve.virtualQuote, worth / doubles.quote)
  const sold = soldAt(curve.virtualBase, curve.realQuote + net)
  return sold > curve.realBase ? sold - curve.realBase : 0n
}

/** Computes the cost of `base` tokens, rounded up, like `buy_exact_out` of each curve type. */
function costOf(curve: Curve, base: bigint): bigint {
  const { type, doubles } = curve
  if (type === 'constantProduct') return neededFor(base, curve.baseReserve, curve.quoteReserve, doubles.quote)
  if (type === 'fixedPrice')
    return ceilQuotient(curve.virtualQuote, base, curve.virtualBase, (toDouble(base) * doubles.quote) / doubles.base)
  const cost = -paidAbove(curve, curve.realBase + base)
  // Roundings of earlier trades may have paid for these tokens already. The program then still charges 1.
  return cost > 0n ? cost : 1n
}

/** Computes the payment for `base` tokens, rounded down, like `sell_exact_in` of each curve type. */
function proceedsOf(curve: Curve, base: bigint): bigint {
  const { type, doubles } = curve
  if (type === 'linearPrice') return paidAbove(curve, curve.realBase - base)
  const sold = toDouble(base)
  const worth = sold * doubles.quote
  if (type === 'fixedPrice') return floorQuotient(base, curve.virtualQuote, curve.virtualBase, worth / doubles.base)
  return floorQuotient(base, curve.quoteReserve, curve.baseReserve + base, worth / (doubles.base + sold))
}

/** Computes the tokens to sell for a payment of `gross`, rounded up, like `sell_exact_out` of each curve type. */
function baseToSell(curve: Curve, gross: bigint): bigint {
  const { type, doubles } = curve
  if (type === 'constantProduct') return neededFor(gross, curve.quoteReserve, curve.baseReserve, doubles.base)
  if (type === 'fixedPrice')
    return ceilQuotient(curve.virtualBase, gross, curve.virtualQuote, (toDouble(gross) * doubles.base) / doubles.quote)
  const left = soldAt(curve.virtualBase, curve.realQuote - gross)
  return left < curve.realBase ? curve.realBase - left : 1n
}

/**
 * Computes the input of a constant product for `out` of `reserve`, rounded up.
 * @param near the nearest double to `other`, the reserve of the input.
 */
function neededFor(out: bigint, reserve: bigint, other: bigint, near: number): bigint {
  const left = reserve - out
  return ceilQuotient(other, out, left, (near * toDouble(out)) / toDouble(left))
}

/**
 * Computes the tokens that a linear curve has sold after a total payment of `quote`: √(2 · quote / slope), rounded
 * down.
 */
function soldAt(slope: bigint, quote: bigint): bigint {
  return squareRoot((quote << 65n) / slope)
}

/**
 * Computes the amount that a linear curve was paid beyond the cost of its first `base` tokens.
 * The cost, slope · base² / 2, is rounded up, so the result is rounded down. It is negative if the curve was paid less.
 * In doubles, five roundings (slope, base twice, two products) move the cost by less than 2⁻¹⁰, if it is below 2⁴⁰.
 * The double decides unless a whole number is that near.
 */
function paidAbove({ virtualBase: slope, realQuote, scaledQuote, doubles }: Curve, base: bigint): bigint {
  const sold = toDouble(base)
  const paid = doubles.halfSlope * sold * sold
  const whole = Math.ceil(paid)
  if (paid < 2 ** 40 && whole - paid > 2 ** -10 && whole - paid < 1 - 2 ** -10) return realQuote - fromDouble(whole)
  return (scaledQuote - slope * base * base) >> 65n
}

/**
 * Computes the fee that comes on top of an amount a: a · r / (1 − r), rounded up.
 * It equals `calculate_pre_fee` minus a: a / (1 − r) = a + a · r / (1 − r), and a is whole, so both are rounded up
 * alike.
 * @param product a · r in doubles.
 */
function feeOnTop(product: number, { doubles }: Curve): number {
  return Math.ceil(product / (inOneDouble - doubles.total))
}

/**
 * Checks that doubles hold the parts of a fee. At rates above one half, a fee can exceed the amount that it comes on
 * top of.
 */
function isExact(fee: number, { doubles }: Curve): boolean {
  return fee * doubles.total < exactLimit
}

/** Computes `feeOnTop` for an amount of any size. */
function wideFeeOnTop(amount: bigint, { totalRate }: Curve): bigint {
  const rest = rateDenominator - totalRate
  return (amount * totalRate + rest - 1n) / rest
}

/**
 * Splits the fee like `split_fee`: each share is rounded down, and the protocol gets the rest.
 * @param fee times any rate is exact in doubles.
 */
function tradeOf({ doubles }: Curve, base: bigint, moved: bigint, quote: bigint, fee: number): CurveTrade {
  const { total, platform, creator, share } = doubles
  if (total === 0) return { base, moved, quote, protocolFee: 0n, platformFee: 0n, creatorFee: 0n, shareFee: 0n }
  const platformFee = Math.floor((fee * platform) / total)
  const creatorFee = Math.floor((fee * creator) / total)
  const shareFee = share === 0 ? 0 : Math.floor((fee * share) / total)
  return {
    base,
    moved,
    quote,
    protocolFee: fromDouble(fee - platformFee - creatorFee - shareFee),
    platformFee: fromDouble(platformFee),
    creatorFee: fromDouble(creatorFee),
    shareFee: shareFee === 0 ? 0n : fromDouble(shareFee),
  }
}

/** Splits a fee of any size. */
function wideTradeOf(curve: Curve, base: bigint, moved: bigint, quote: bigint, fee: bigint): CurveTrade {
  const { rates, totalRate, doubles } = curve
  const paid = toDouble(fee)
  if (paid * doubles.total < exactLimit) return tradeOf(curve, base, moved, quote, paid)
  const part = (rate: bigint) => (fee * rate) / totalRate
  const [platformFee, creatorFee, shareFee] = [part(rates.platform), part(rates.creator), part(rates.share)]
  const protocolFee = fee - platformFee - creatorFee - shareFee
  return { base, moved, quote, protocolFee, platformFee, creatorFee, shareFee }
}
