import { ceilOf } from './fees.ts'
import type { PoolConfig, VirtualPool } from './layout.ts'

/**
 * The curve consists of stretches, each with its own liquidity L. Within a stretch, with square roots P of prices in
 * Q64.64: Δquote = L · ΔP / 2^128 and Δbase = L · ΔP / (P · P′).
 * The amounts from the current price to the end of each stretch are summed once.
 * A trade then computes only within the stretch in which it ends.
 */
export interface Curve {
  readonly sqrtPrice: bigint
  /** Stretches for a buy of an exact input, up to the price at which the curve ends. */
  readonly buyIn: readonly Stretch[]
  /**
   * Stretches for a buy of an exact output. These go beyond the end of the curve, because the program checks the price only after the
   * last stretch.
   */
  readonly buyOut: readonly Stretch[]
  /** Stretches for a sale, from the current price down. The last is the curve's first. */
  readonly sell: readonly Stretch[]
  readonly sqrtStartPrice: bigint
  readonly migrationSqrtPrice: bigint
}

/** A part of the curve between two prices, in the direction of the trade. Sums start at the current price. */
interface Stretch {
  readonly from: bigint
  readonly to: bigint
  readonly liquidity: bigint
  /** `liquidity` · `from` − 1, for quotients that are rounded up. */
  readonly belowProduct: bigint
  readonly inBefore: bigint
  readonly outBefore: bigint
  readonly inAfter: bigint
  readonly outAfter: bigint
  /**
   * The nearest double to `inAfter`. Rounding keeps the order: if it is below the double of an amount, `inAfter` is
   * below the amount.
   */
  readonly nearInAfter: number
  /** `liquidity` · 2^64, and that divided by `from`, rounded down. */
  readonly scaled: bigint
  readonly scaledOverFrom: bigint
}

/** The amounts that move on the curve, without fees. */
export interface Movement {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** The price after the movement, as a square root in Q64.64. */
  readonly sqrtPrice: bigint
}

/** Builds the stretches of a curve around a pool's price. */
export function curveOf(config: PoolConfig, { sqrt_price: sqrtPrice }: VirtualPool): Curve {
  const { sqrt_start_price: sqrtStartPrice, migration_sqrt_price: migrationSqrtPrice } = config
  const { curve } = config
  const end = curve.findIndex(point => point.sqrt_price === 0n || point.liquidity === 0n)
  const points = end < 0 ? curve : curve.slice(0, end)
  const above = points.filter(point => point.sqrt_price > sqrtPrice)
  const capped = (price: bigint) => (price < migrationSqrtPrice ? price : migrationSqrtPrice)
  const toSell = above
    .filter((_, i) => (above[i - 1]?.sqrt_price ?? sqrtPrice) < migrationSqrtPrice)
    .map(({ sqrt_price, liquidity }) => ({ sqrt_price: capped(sqrt_price), liquidity }))
  // Downwards, a stretch ends at the price at which it begins upwards.
  // Above the last point follows a stretch without liquidity.
  const below = curve
    .slice(0, points.length + 1)
    .map(({ liquidity }, i) => ({ sqrt_price: points[i - 1]?.sqrt_price ?? sqrtStartPrice, liquidity }))
    .filter(({ sqrt_price }, i) => i === 0 || sqrt_price < sqrtPrice)
  return {
    ...{ sqrtPrice, sqrtStartPrice, migrationSqrtPrice },
    buyIn: stretchesTo(toSell, sqrtPrice, ceilQuote, floorBase),
    buyOut: stretchesTo(above, sqrtPrice, ceilQuote, floorBase),
    sell: stretchesTo(below.reverse(), sqrtPrice, ceilBase, floorQuote),
  }
}

interface Point {
  readonly sqrt_price: bigint
  readonly liquidity: bigint
}

/** Computes the amount of a token between two prices at a liquidity. */
type Delta = (liquidity: bigint, lower: bigint, upper: bigint) => bigint

/**
 * Sums the stretches of a trade.
 * @param ends the ends of the stretches, in the order of a trade that begins at `price`.
 */
function stretchesTo(ends: readonly Point[], price: bigint, deltaIn: Delta, deltaOut: Delta): readonly Stretch[] {
  let [from, inBefore, outBefore] = [price, 0n, 0n]
  return ends.map(({ sqrt_price: to, liquidity }) => {
    const [lower, upper] = to < from ? [to, from] : [from, to]
    const inAfter = inBefore + deltaIn(liquidity, lower, upper)
    const outAfter = outBefore + deltaOut(liquidity, lower, upper)
    const scaled = liquidity << 64n
    const stretch = {
      ...{ from, to, liquidity, inBefore, outBefore, inAfter, outAfter, scaled },
      belowProduct: liquidity * from - 1n,
      nearInAfter: Number(inAfter),
      scaledOverFrom: scaled / from,
    }
    ;[from, inBefore, outBefore] = [to, inAfter, outAfter]
    return stretch
  })
}

/**
 * Moves the curve by an exact input of quote tokens; takes only the part up to the end of the curve.
 * @see `calculate_quote_to_base_from_amount_in` (state/virtual_pool.rs)
 */
export function buyForQuote({ sqrtPrice, buyIn }: Curve, amountIn: bigint): Movement {
  const near = Number(amountIn)
  for (let i = 0; i < buyIn.length; i++) {
    const stretch = buyIn[i] as Stretch
    if (stretch.nearInAfter < near || amountIn >= stretch.inAfter) continue
    const to = stretch.from + ((amountIn - stretch.inBefore) << 128n) / stretch.liquidity
    return { amountIn, amountOut: stretch.outBefore + baseUpTo(stretch, to), sqrtPrice: to }
  }
  return endOf(buyIn, sqrtPrice)
}

/**
 * Computes `floorBase` from the beginning of a stretch: L / from − L / to, with 64 fractional bits in both quotients.
 * Each quotient is rounded down, so the difference is off by less than 1 in its last bit, in either direction.
 * The whole part is right unless all 64 fractional bits are zero. Only then, computes exactly.
 */
export function baseUpTo(
  { from, liquidity, scaled, scaledOverFrom }: Pick<Stretch, 'from' | 'liquidity' | 'scaled' | 'scaledOverFrom'>,
  to: bigint,
): bigint {
  const difference = scaledOverFrom - scaled / to
  return BigInt.asUintN(64, difference) === 0n ? floorBase(liquidity, from, to) : difference >> 64n
}

/**
 * Moves the curve by an exact output of base tokens. `undefined` if the curve has less to sell.
 * @see `calculate_quote_to_base_from_amount_out` (state/virtual_pool.rs)
 */
export function buyBase({ sqrtPrice, buyOut, migrationSqrtPrice }: Curve, amountOut: bigint): Movement | undefined {
  for (const { from, liquidity, belowProduct, inBefore, outBefore, outAfter } of buyOut) {
    if (amountOut >= outAfter) continue
    const left = amountOut - outBefore
    const to = belowProduct / (liquidity - left * from) + 1n
    if (to > migrationSqrtPrice) return undefined
    return { amountIn: inBefore + ceilQuote(liquidity, from, to), amountOut, sqrtPrice: to }
  }
  const end = endOf(buyOut, sqrtPrice)
  return end.amountOut === amountOut && end.sqrtPrice <= migrationSqrtPrice ? end : undefined
}

/**
 * Moves the curve by an exact input of base tokens; takes only as many as were ever sold.
 * @see `calculate_base_to_quote_from_amount_in` (state/virtual_pool.rs)
 */
export function sellForQuote({ sell }: Curve, amountIn: bigint): Movement {
  const bottom = sell.length - 1
  for (let i = 0; i < bottom; i++) {
    const stretch = sell[i] as Stretch
    if (amountIn < stretch.inAfter) return soldWithin(stretch, amountIn)
  }
  // Roundings may let the first stretch take slightly more than it sold.
  const last = sell[bottom] as Stretch
  if (amountIn === last.inBefore) return { amountIn, amountOut: last.outBefore, sqrtPrice: last.from }
  const moved = soldWithin(last, amountIn)
  return moved.sqrtPrice < last.to ? { amountIn: last.inAfter, amountOut: last.outAfter, sqrtPrice: last.to } : moved
}

function soldWithin({ from, liquidity, belowProduct, inBefore, outBefore }: Stretch, amountIn: bigint): Movement {
  const to = belowProduct / (liquidity + (amountIn - inBefore) * from) + 1n
  return { amountIn, amountOut: outBefore + floorQuote(liquidity, to, from), sqrtPrice: to }
}

/**
 * Moves the curve by an exact output of quote tokens. `undefined` if the curve took in less.
 * @see `calculate_base_to_quote_from_amount_out` (state/virtual_pool.rs)
 */
export function sellToQuote({ sell, migrationSqrtPrice }: Curve, amountOut: bigint): Movement | undefined {
  const bottom = sell.length - 1
  for (const [i, { from, to: end, liquidity, inBefore, outBefore, outAfter }] of sell.entries()) {
    if (i < bottom ? amountOut >= outAfter : amountOut > outAfter) continue
    const left = amountOut - outBefore
    const to = from - ceilOf(left << 128n, liquidity)
    if (to > migrationSqrtPrice || (i === bottom && to < end)) return undefined
    return { amountIn: inBefore + ceilBase(liquidity, to, from), amountOut, sqrtPrice: to }
  }
  return undefined
}

function endOf(stretches: readonly Stretch[], sqrtPrice: bigint): Movement {
  const last = stretches.at(-1)
  return last === undefined
    ? { amountIn: 0n, amountOut: 0n, sqrtPrice }
    : { amountIn: last.inAfter, amountOut: last.outAfter, sqrtPrice: last.to }
}

/** `get_delta_amount_quote_unsigned` (curve.rs), rounded down. */
function floorQuote(liquidity: bigint, lower: bigint, upper: bigint): bigint {
  return (liquidity * (upper - lower)) >> 128n
}

/** `get_delta_amount_quote_unsigned` (curve.rs), rounded up. */
export function ceilQuote(liquidity: bigint, lower: bigint, upper: bigint): bigint {
  return -((liquidity * (lower - upper)) >> 128n)
}

/** `get_delta_amount_base_unsigned` (curve.rs), rounded down. */
export function floorBase(liquidity: bigint, lower: bigint, upper: bigint): bigint {
  return (liquidity * (upper - lower)) / (lower * upper)
}

/** `get_delta_amount_base_unsigned` (curve.rs), rounded up. */
export function ceilBase(liquidity: bigint, lower: bigint, upper: bigint): bigint {
  return ceilOf(liquidity * (upper - lower), lower * upper)
}
