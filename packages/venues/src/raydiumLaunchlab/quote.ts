import { maxU64, type Ratio } from '@tern/core'
import { reservesPrice } from '../price.ts'
import { ceilQuotient, exactDouble, exactLimit, floorQuotient, fromDouble, toDouble } from '../wideQuotient.ts'
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
  /** Of constant product: what is multiplied. */
  readonly baseReserve: bigint
  readonly quoteReserve: bigint
  /** Of a linear curve: what was paid for what it sold, in 2⁻⁶⁵. */
  readonly scaledQuote: bigint
  /** What is left to sell. */
  readonly remaining: bigint
  readonly rates: FeeRates
  /**
   * All rates together, and each in doubles, which hold them exactly. What a price comes from, nearly so: the reserves, of a fixed price
   * its two parts; and half of a linear curve's slope, in units.
   */
  readonly totalRate: bigint
  readonly doubles: Readonly<
    Record<'base' | 'quote' | 'halfSlope' | 'total' | 'platform' | 'creator' | 'share', number>
  >
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

/** The same curve with another share for whoever brings the trade. */
export function withShare(curve: Curve, share: bigint): Curve {
  const totalRate = curve.totalRate - curve.rates.share + share
  const doubles = { ...curve.doubles, total: toDouble(totalRate), share: toDouble(share) }
  return { ...curve, rates: { ...curve.rates, share }, totalRate, doubles }
}

/** Whether the program's arithmetic has answers for the curve: whatever is left can be sold, and 64 bits hold what is paid for it. */
export function isSound({ type, virtualBase, virtualQuote, baseReserve, quoteReserve, remaining }: Curve): boolean {
  if (remaining <= 0n || virtualBase === 0n || quoteReserve > maxU64) return false
  if (type === 'constantProduct') return virtualQuote > 0n && baseReserve > remaining
  return type === 'linearPrice' || virtualQuote > 0n
}

/** @returns raw units out per raw unit in, before fees. */
export function priceOf(side: 'buy' | 'sell', curve: Parameters<typeof pricedReserves>[0]): Ratio {
  const { base, quote } = pricedReserves(curve)
  return side === 'buy' ? reservesPrice(quote, base) : reservesPrice(base, quote)
}

/** Two amounts whose ratio is the price of the curve. */
function pricedReserves({
  type,
  virtualBase,
  virtualQuote,
  realBase,
  realQuote,
}: Pick<Curve, 'type' | 'virtualBase' | 'virtualQuote' | 'realBase' | 'realQuote'>) {
  if (type === 'constantProduct') return { quote: virtualQuote + realQuote, base: virtualBase - realBase }
  if (type === 'fixedPrice') return { quote: virtualQuote, base: virtualBase }
  // The very first unit has no price: that of the next one stands for it.
  return { quote: virtualBase * (realBase === 0n ? 1n : realBase), base: one64 }
}

/**
 * `buy_exact_in`: the fees, rounded up, come off what is paid. A buy of more than is left takes what is left, for what that
 * costs.
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
 * `buy_exact_out`. `undefined` for more than is left, and so refused: the program would sell what is left, but who asks for an exact
 * output gets no less (`SwapRequest`). To buy all that is left is to ask for it, or to pay for more.
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

/** `sell_exact_in`: the fees, rounded up, come off what the curve pays. `undefined` for more than was ever sold or paid. */
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

/** `sell_exact_out`; `undefined` where no sale brings that much. */
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

/** `buy_exact_in` of each curve, rounded down. `paid`: the double nearest to `net`. */
function baseFor(curve: Curve, net: bigint, paid: number): bigint {
  const { type, doubles } = curve
  const worth = paid * doubles.base
  if (type === 'constantProduct')
    return floorQuotient(net, curve.baseReserve, curve.quoteReserve + net, worth / (doubles.quote + paid))
  if (type === 'fixedPrice') return floorQuotient(net, curve.virtualBase, curve.virtualQuote, worth / doubles.quote)
  const sold = soldAt(curve.virtualBase, curve.realQuote + net)
  return sold > curve.realBase ? sold - curve.realBase : 0n
}

/** `buy_exact_out` of each curve, rounded up. */
function costOf(curve: Curve, base: bigint): bigint {
  const { type, doubles } = curve
  if (type === 'constantProduct') return neededFor(base, curve.baseReserve, curve.quoteReserve, doubles.quote)
  if (type === 'fixedPrice')
    return ceilQuotient(curve.virtualQuote, base, curve.virtualBase, (toDouble(base) * doubles.quote) / doubles.base)
  const cost = -paidAbove(curve, curve.realBase + base)
  // Roundings of earlier trades may have paid for it already; the program gives nothing away.
  return cost > 0n ? cost : 1n
}

/** `sell_exact_in` of each curve, rounded down. */
function proceedsOf(curve: Curve, base: bigint): bigint {
  const { type, doubles } = curve
  if (type === 'linearPrice') return paidAbove(curve, curve.realBase - base)
  const sold = toDouble(base)
  const worth = sold * doubles.quote
  if (type === 'fixedPrice') return floorQuotient(base, curve.virtualQuote, curve.virtualBase, worth / doubles.base)
  return floorQuotient(base, curve.quoteReserve, curve.baseReserve + base, worth / (doubles.base + sold))
}

/** `sell_exact_out` of each curve, rounded up. */
function baseToSell(curve: Curve, gross: bigint): bigint {
  const { type, doubles } = curve
  if (type === 'constantProduct') return neededFor(gross, curve.quoteReserve, curve.baseReserve, doubles.base)
  if (type === 'fixedPrice')
    return ceilQuotient(curve.virtualBase, gross, curve.virtualQuote, (toDouble(gross) * doubles.base) / doubles.quote)
  const left = soldAt(curve.virtualBase, curve.realQuote - gross)
  return left < curve.realBase ? curve.realBase - left : 1n
}

/** What a constant product takes on one side to give `out` of `reserve` on the other, rounded up. `near`: `other` in doubles. */
function neededFor(out: bigint, reserve: bigint, other: bigint, near: number): bigint {
  const left = reserve - out
  return ceilQuotient(other, out, left, (near * toDouble(out)) / toDouble(left))
}

/** Tokens that a linear curve has sold once it was paid `quote`: √(2 · quote / slope), rounded down. */
function soldAt(slope: bigint, quote: bigint): bigint {
  return squareRoot((quote << 65n) / slope)
}

/**
 * By how much a linear curve was paid more than once it has sold `base`, slope · base² / 2 rounded up: rounded down. In doubles
 * five roundings (slope, base twice, two products) move what was paid by less than 2⁻¹⁰ below 2⁴⁰: where no whole number is as
 * near, they tell it.
 */
function paidAbove({ virtualBase: slope, realQuote, scaledQuote, doubles }: Curve, base: bigint): bigint {
  const sold = toDouble(base)
  const paid = doubles.halfSlope * sold * sold
  const whole = Math.ceil(paid)
  if (paid < 2 ** 40 && whole - paid > 2 ** -10 && whole - paid < 1 - 2 ** -10) return realQuote - fromDouble(whole)
  return (scaledQuote - slope * base * base) >> 65n
}

/**
 * `calculate_pre_fee`, less what is to be left of it: a / (1 − r) is a + a · r / (1 − r), and both are rounded up together.
 * `product`: a · r, in doubles.
 */
function feeOnTop(product: number, { doubles }: Curve): number {
  return Math.ceil(product / (inOneDouble - doubles.total))
}

/** Whether doubles hold the parts of a fee: of rates of more than a half, it may be more than what it comes on top of. */
function isExact(fee: number, { doubles }: Curve): boolean {
  return fee * doubles.total < exactLimit
}

/** The same as `feeOnTop` for an amount of any size. */
function wideFeeOnTop(amount: bigint, { totalRate }: Curve): bigint {
  const rest = rateDenominator - totalRate
  return (amount * totalRate + rest - 1n) / rest
}

/** `split_fee`: each part rounded down, the protocol's is what the others leave. Doubles hold `fee` times any rate. */
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

/** The same for a fee of any size. */
function wideTradeOf(curve: Curve, base: bigint, moved: bigint, quote: bigint, fee: bigint): CurveTrade {
  const { rates, totalRate, doubles } = curve
  const paid = toDouble(fee)
  if (paid * doubles.total < exactLimit) return tradeOf(curve, base, moved, quote, paid)
  const part = (rate: bigint) => (fee * rate) / totalRate
  const [platformFee, creatorFee, shareFee] = [part(rates.platform), part(rates.creator), part(rates.share)]
  const protocolFee = fee - platformFee - creatorFee - shareFee
  return { base, moved, quote, protocolFee, platformFee, creatorFee, shareFee }
}
