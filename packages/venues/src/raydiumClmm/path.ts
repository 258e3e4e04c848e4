import { maxU64 } from '@tern/core/internal'
import { exactLimit, fromDouble, toDouble } from '../wideQuotient.ts'
import { deltasBetween, feeOnTop, isBeyond, rateDenominator, usableInput } from './swapMath.ts'
import { lastPrice, type SwapAmount, type SwapAmounts, type SwapStart } from './swapStart.ts'
import type { PathEnd } from './ticksAhead.ts'

/** `unprepared`: the sums are not enough. `swapThrough` has the result. */
type Answer = SwapAmounts | PathEnd | 'unprepared'
/** A pool prepared for swaps in a direction. */
export type Prepared = (request: SwapAmount) => Answer

const maxU128 = 2n ** 128n - 1n
const perMillion = Number(rateDenominator)
const two51 = 2n ** 51n

/** The range from a tick ahead to the next, with constant liquidity. */
interface Segment {
  readonly fromX64: bigint
  readonly liquidity: bigint
  /**
   * Sums of all segments before this segment: input including the fee, the fee, the protocol's and the fund's shares of
   * it (`kept`), and the output.
   */
  readonly amountIn: bigint
  readonly fee: bigint
  readonly kept: bigint
  readonly amountOut: bigint
  /** Created when a swap first ends in this segment. */
  step: Step | undefined
}

/**
 * Parts of the last step of a swap within a segment. `below…` is 1 less than its value, for quotients that are rounded
 * up.
 */
interface Step {
  /** `liquidity` · 2^64, and that times the price. */
  readonly scaled: bigint
  readonly belowScaled: bigint
  readonly belowScaledPrice: bigint
  readonly belowPrice: bigint
  /** The output of all segments before this segment, in 2^-64, plus 1. */
  readonly aboveOut: bigint
  /** `true` if no swap that ends here can leave a rest of its input, see `swapIn`. */
  readonly isTight: boolean
  /**
   * The sums before this segment as doubles. `undefined` if doubles do not hold them together with the amounts of a
   * swap.
   */
  readonly near: { readonly amountIn: number; readonly fee: number; readonly kept: number } | undefined
}

/**
 * Sums in rising order. The search compares doubles, because equal rounding keeps the order. The integers then decide.
 */
interface Sums {
  readonly exact: bigint[]
  readonly rounded: number[]
}

/**
 * Prepares a pool for swaps in a direction. It sums over the ticks ahead, so a swap is a search and a single step.
 * Exact for a constant fee on the input: `compute_swap` crosses a segment exactly if the input reaches the segment's
 * cost, `ceil(in · 10⁶ / (10⁶ − fee))`. For other fees, and from a tick with orders on, the answer is `unprepared`.
 * Segments are added when a swap first reaches them, so after an update a quote computes only the segments that it
 * needs.
 *
 * @param limitX64 the price, ahead of the pool's, at which all swaps stop. Their requests need not repeat it.
 */
export function preparePath(start: SwapStart, limitX64?: bigint): Prepared {
  const { direction, feeRate, ticks } = start
  const isDown = direction === 'zeroForOne'
  if (!start.isFeeOnInput || start.dynamicFee !== undefined) return () => 'unprepared'
  const limit = limitX64 ?? lastPrice(direction)
  const fees = feesOf(start)
  const none = { amountIn: 0n, fee: 0n, kept: 0n, amountOut: 0n }
  const segments: Segment[] = [segmentOf(start.sqrtPriceX64, start.liquidity, none)]
  const ins: Sums = { exact: [0n], rounded: [0] }
  const outs: Sums = { exact: [0n], rounded: [0] }
  /**
   * The reason why no segment follows the last.
   * `open`: no swap can cross the last segment. `limit`: swaps stop here and keep the rest of their input.
   */
  let end: PathEnd | 'unprepared' | 'open' | 'limit' | undefined = isBeyond(limit, start.sqrtPriceX64, direction)
    ? undefined
    : 'exhausted'

  const extend = (): void => {
    const last = segments[segments.length - 1] as Segment
    const tick = ticks(segments.length - 1)
    if (typeof tick === 'string') {
      end = tick
      return
    }
    const target = isBeyond(tick.sqrtPriceX64, limit, direction) ? limit : tick.sqrtPriceX64
    if (isBeyond(last.fromX64, target, direction)) {
      end = 'exhausted'
      return
    }
    const whole = deltasBetween(last.fromX64, target, last.liquidity, direction)
    if (whole === undefined) {
      end = 'open'
      return
    }
    const fee = feeOnTop(whole.amountIn, feeRate)
    if (fee > maxU64) {
      end = 'open'
      return
    }
    const liquidity = target === tick.sqrtPriceX64 ? last.liquidity + tick.liquidityChange : 0n
    const sums = {
      amountIn: last.amountIn + whole.amountIn + fee,
      fee: last.fee + fee,
      kept: last.kept + fees.kept(fee),
      amountOut: last.amountOut + whole.amountOut,
    }
    if (tick.orders !== undefined && target === tick.sqrtPriceX64) end = 'unprepared'
    else if (liquidity < 0n || liquidity > maxU128) end = 'exhausted'
    else if (target === limit) end = limitX64 === undefined ? 'exhausted' : 'limit'
    segments.push(segmentOf(target, end === undefined ? liquidity : 0n, sums))
    add(ins, sums.amountIn)
    add(outs, sums.amountOut)
  }

  /** Returns the index of the first segment that begins at `amount` or beyond; adds segments until it is found. */
  const find = (sums: Sums, amount: bigint): number => {
    while (end === undefined && (sums.exact[sums.exact.length - 1] as bigint) < amount) extend()
    return search(sums, amount)
  }

  /** Returns the answer for a swap that asks for more than all segments have. */
  const atEnd = (): Answer => {
    if (end !== 'limit') return end as PathEnd | 'unprepared'
    const last = segments[segments.length - 1] as Segment
    return last.amountIn > maxU64 || last.amountOut > maxU64 ? 'exhausted' : atBorder(last, segments.length - 1)
  }

  const swapIn = (amount: bigint): Answer => {
    const next = find(ins, amount)
    const after = segments[next]
    if (after === undefined && end !== 'open') return atEnd()
    if (after?.amountIn === amount) return atBorder(after, next)
    const from = segments[next - 1] as Segment
    from.step ??= stepOf(from, after)
    const { step } = from
    const rest = next === 1 ? amount : amount - from.amountIn
    const near = toDouble(rest)
    const nearMoving = near < fees.maxUsable ? fees.nearUsable(near) : undefined
    const moving = nearMoving === undefined ? usableInput(rest, feeRate) : fromDouble(nearMoving)
    let taken = moving
    let out: bigint
    if (isDown) {
      // P' = ⌈N·P / (N + a·P)⌉ for N = L·2^64 and an input a. Let r = P'·(N + a·P) − N·P.
      // Then the input taken is ⌈N·(P − P') / (P·P')⌉ = a − ⌊r / (P·P')⌋.
      // r is less than the divisor N + a·P. So if the divisor is at most P·P', nothing is left over; this is the usual
      // case.
      const divisor = step.scaled + moving * from.fromX64
      const moved = step.belowPrice - step.belowScaledPrice / divisor
      if (!step.isTight) {
        const price = from.fromX64 - moved
        const product = from.fromX64 * price
        if (divisor > product) taken -= (price * divisor - step.belowScaledPrice - 1n) / product
      }
      out = (from.liquidity * moved) >> 64n
    } else {
      // P' = P + ⌊a·2^64 / L⌋. The input taken, ⌈L·(P' − P) / 2^64⌉, is a minus the division's remainder in whole
      // units.
      const scaledIn = moving << 64n
      const moved = scaledIn / from.liquidity
      if (from.liquidity > maxU64) taken -= (scaledIn - moved * from.liquidity) >> 64n
      out = (step.scaled * moved) / (from.fromX64 * (from.fromX64 + moved))
    }
    if (next > 1) out += from.amountOut
    if (out > maxU64) return 'exhausted'
    if (nearMoving !== undefined && taken === moving && step.near !== undefined) {
      // Without a correction, the fee is the rest in doubles.
      const nearFee = near - nearMoving
      const fee = fromDouble(step.near.fee + nearFee)
      const kept = fromDouble(step.near.kept + fees.nearKept(nearFee))
      return { amountIn: amount, amountOut: out, fee, kept, ticksMet: next }
    }
    const fee = rest - taken
    return { amountIn: amount, amountOut: out, fee: from.fee + fee, kept: from.kept + fees.kept(fee), ticksMet: next }
  }

  const swapOut = (amount: bigint): Answer => {
    const next = find(outs, amount)
    const after = segments[next]
    if (after === undefined && end !== 'open') return atEnd()
    if (after?.amountOut === amount) return after.amountIn > maxU64 ? 'exhausted' : atBorder(after, next)
    const from = segments[next - 1] as Segment
    from.step ??= stepOf(from, after)
    const { step } = from
    // 1 less than the input taken: the quotient that is rounded up.
    let below: bigint
    if (isDown) {
      // P' = P − m for m = ⌈b·2^64 / L⌉ and an output b. The input taken is ⌈N·m / (P·P')⌉. `moved` is m − 1.
      const moved = ((amount << 64n) - step.aboveOut) / from.liquidity
      const price = step.belowPrice - moved
      if (price <= 0n) return 'exhausted'
      below = (step.scaled * moved + step.belowScaled) / (from.fromX64 * price)
    } else {
      // P' = ⌈N·P / (N − b·P)⌉. The input taken is ⌈L·(P' − P) / 2^64⌉.
      const left = step.scaled - (amount - from.amountOut) * from.fromX64
      if (left <= 0n) return 'exhausted'
      below = (from.liquidity * (step.belowScaledPrice / left - step.belowPrice) - 1n) >> 64n
    }
    if (below >= maxU64) return 'exhausted'
    const near = toDouble(below) + 1
    if (near < fees.maxOnTop && step.near !== undefined) {
      const nearFee = fees.nearOnTop(near)
      const amountIn = fromDouble(step.near.amountIn + near + nearFee)
      const fee = fromDouble(step.near.fee + nearFee)
      const kept = fromDouble(step.near.kept + fees.nearKept(nearFee))
      return { amountIn, amountOut: amount, fee, kept, ticksMet: next }
    }
    const fee = feeOnTop(below + 1n, feeRate)
    const amountIn = from.amountIn + below + 1n + fee
    if (amountIn > maxU64) return 'exhausted'
    return { amountIn, amountOut: amount, fee: from.fee + fee, kept: from.kept + fees.kept(fee), ticksMet: next }
  }

  return ({ amount, isExactIn }) => {
    if (amount === 0n) return { ...none, ticksMet: 0 }
    return isExactIn ? swapIn(amount) : swapOut(amount)
  }
}

function segmentOf(fromX64: bigint, liquidity: bigint, sums: Omit<SwapAmounts, 'ticksMet'>): Segment {
  const { amountIn, fee, kept, amountOut } = sums
  return { fromX64, liquidity, amountIn, fee, kept, amountOut, step: undefined }
}

/** @param to the next segment; `undefined` if no segment follows. */
function stepOf({ fromX64, liquidity, amountIn, fee, kept, amountOut }: Segment, to: Segment | undefined): Step {
  const scaled = liquidity << 64n
  return {
    scaled,
    belowScaled: scaled - 1n,
    belowScaledPrice: scaled * fromX64 - 1n,
    belowPrice: fromX64 - 1n,
    aboveOut: (amountOut << 64n) + 1n,
    isTight: to !== undefined && scaled + (to.amountIn - amountIn) * fromX64 <= fromX64 * to.fromX64,
    near: amountIn < two51 ? { amountIn: Number(amountIn), fee: Number(fee), kept: Number(kept) } : undefined,
  }
}

function atBorder({ amountIn, amountOut, fee, kept }: Segment, ticksMet: number): SwapAmounts {
  return { amountIn, amountOut, fee, kept, ticksMet }
}

function add({ exact, rounded }: Sums, sum: bigint): void {
  exact.push(sum)
  rounded.push(Number(sum))
}

/** Returns the first index above 0 whose sum is `amount` or more. */
function search({ exact, rounded }: Sums, amount: bigint): number {
  const near = toDouble(amount)
  let low = 1
  let high = rounded.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rounded[middle] as number) < near) low = middle + 1
    else high = middle
  }
  while (low < exact.length && (exact[low] as bigint) < amount) low++
  return low
}

/** The fees of swaps, in doubles as far as these are exact. */
interface Fees {
  /** Below this amount, `nearUsable` equals `usableInput`, and `nearKept` of the rest is exact. */
  readonly maxUsable: number
  nearUsable(amount: number): number
  /** Below this amount, `nearOnTop` equals `feeOnTop`, `nearKept` of it is exact, and the sum of both is below 2^51. */
  readonly maxOnTop: number
  nearOnTop(amount: number): number
  /** Returns the sum of the protocol's and the fund's shares of a fee, each rounded down. */
  kept(fee: bigint): bigint
  nearKept(fee: number): number
}

function feesOf({ feeRate, protocolFeeRate, fundFeeRate }: SwapStart): Fees {
  const [rate, protocol, fund] = [Number(feeRate), Number(protocolFeeRate), Number(fundFeeRate)]
  const rest = perMillion - rate
  return {
    // Rates are at most 10⁶, and here no fee exceeds the amount that includes it.
    maxUsable: exactLimit / perMillion,
    nearUsable: amount => Math.floor((amount * rest) / perMillion),
    // The fee is a · r / (1 − r). Together with a, it is a / (1 − r). Each is rounded up by less than 1.
    maxOnTop: Math.min(
      exactLimit / Math.max(2 * rate, 1),
      ((exactLimit / Math.max(protocol, fund, 1) - 1) * rest) / rate,
      (2 ** 50 * rest) / perMillion,
    ),
    nearOnTop: amount => Math.ceil((amount * rate) / rest),
    kept: fee => (fee * protocolFeeRate) / rateDenominator + (fee * fundFeeRate) / rateDenominator,
    nearKept: fee => Math.floor((fee * protocol) / perMillion) + Math.floor((fee * fund) / perMillion),
  }
}
