import { maxU64 } from '@tern/core'
import { exactLimit, fromDouble, toDouble } from '../wideQuotient.ts'
import { lastPrice, type SwapAmount, type SwapAmounts, type SwapStart } from './swap.ts'
import { deltasBetween, feeOnTop, isBeyond, rateDenominator, usableInput } from './swapMath.ts'
import type { PathEnd } from './ticksAhead.ts'

/** `unprepared`: sums do not tell; `swapThrough` does. */
type Answer = SwapAmounts | PathEnd | 'unprepared'
/** A pool prepared for swaps in one direction. */
export type Prepared = (request: SwapAmount) => Answer

const maxU128 = 2n ** 128n - 1n
const perMillion = Number(rateDenominator)

/** From one tick ahead to the next, at one liquidity, with what swapping up to it comes to. */
interface Segment {
  readonly fromX64: bigint
  readonly liquidity: bigint
  /** `liquidity` · 2^64, and one less than that times the price: for quotients that are rounded up. */
  readonly scaled: bigint
  readonly belowScaledPrice: bigint
  /** Sums of all segments before this one: in with the fee, the fee, the protocol's and the fund's parts, out. */
  readonly amountIn: bigint
  readonly fee: bigint
  readonly kept: bigint
  readonly amountOut: bigint
}

/** Sums that grow: to find where an amount lies doubles do, as they are rounded alike; the last word is the integers'. */
interface Sums {
  readonly exact: bigint[]
  readonly rounded: number[]
}

/**
 * A pool prepared for swaps in one direction: sums over the ticks ahead, so that a swap is a search and one step. Exact, for
 * a fee of one rate on the input: what crossing a segment takes, `ceil(in · 10⁶ / (10⁶ − fee))`, is also from when on
 * `compute_swap` crosses it. Where that does not hold, from a tick with orders on or throughout, the answer is `unprepared`.
 * Segments are added when a swap first comes to them: a pool that changed costs a quote only what it needs.
 */
export function preparePath(start: SwapStart): Prepared {
  const { direction, feeRate, ticks } = start
  const isDown = direction === 'zeroForOne'
  if (!start.isFeeOnInput || start.dynamicFee !== undefined) return () => 'unprepared'
  const limit = lastPrice(direction)
  const keptOf = partsOf(start)
  const usableOf = usable(feeRate)
  const feeOf = feeOnTopOf(feeRate)
  const none = { amountIn: 0n, fee: 0n, kept: 0n, amountOut: 0n }
  const segments: Segment[] = [segmentOf(start.sqrtPriceX64, start.liquidity, none)]
  const ins: Sums = { exact: [0n], rounded: [0] }
  const outs: Sums = { exact: [0n], rounded: [0] }
  /** Why no segment comes after the last; `open`: nothing crosses the last. */
  let end: PathEnd | 'unprepared' | 'open' | undefined = isBeyond(limit, start.sqrtPriceX64, direction)
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
      end = 'exhausted'
      return
    }
    const liquidity = target === tick.sqrtPriceX64 ? last.liquidity + tick.liquidityChange : 0n
    const sums = {
      amountIn: last.amountIn + whole.amountIn + fee,
      fee: last.fee + fee,
      kept: last.kept + keptOf(fee),
      amountOut: last.amountOut + whole.amountOut,
    }
    if (tick.orders !== undefined) end = 'unprepared'
    else if (target === limit || liquidity < 0n || liquidity > maxU128) end = 'exhausted'
    segments.push(segmentOf(target, end === undefined ? liquidity : 0n, sums))
    add(ins, sums.amountIn)
    add(outs, sums.amountOut)
  }

  /** The first segment that begins at `amount` or beyond, as far as they are known. */
  const find = (sums: Sums, amount: bigint): number => {
    while (end === undefined && (sums.exact[sums.exact.length - 1] as bigint) < amount) extend()
    return search(sums, amount)
  }

  const swapIn = (amount: bigint): Answer => {
    const next = find(ins, amount)
    const after = segments[next]
    if (after === undefined && end !== 'open') return end as PathEnd | 'unprepared'
    if (after?.amountIn === amount) return atBorder(after, next)
    const from = segments[next - 1] as Segment
    const rest = amount - from.amountIn
    const moving = usableOf(rest)
    let taken = moving
    let out: bigint
    if (isDown) {
      // P' = ⌈N·P / (N + a·P)⌉ for N = L·2^64. Where r = P'·(N + a·P) − N·P, the input ⌈N·(P − P') / (P·P')⌉ is a − ⌊r / (P·P')⌋;
      // r is less than the divisor, and that mostly less than the product.
      const divisor = from.scaled + moving * from.fromX64
      const price = from.belowScaledPrice / divisor + 1n
      const product = from.fromX64 * price
      if (divisor > product) taken -= (price * divisor - from.belowScaledPrice - 1n) / product
      out = (from.liquidity * (from.fromX64 - price)) >> 64n
    } else {
      // P' = P + ⌊a·2^64 / L⌋, and the input ⌈L·(P' − P) / 2^64⌉ is a less what the division left over, in whole units.
      const scaledIn = moving << 64n
      const moved = scaledIn / from.liquidity
      if (from.liquidity > maxU64) taken -= (scaledIn - moved * from.liquidity) >> 64n
      out = (from.scaled * moved) / (from.fromX64 * (from.fromX64 + moved))
    }
    const amountOut = from.amountOut + out
    if (amountOut > maxU64) return 'exhausted'
    const fee = rest - taken
    return { amountIn: amount, amountOut, fee: from.fee + fee, kept: from.kept + keptOf(fee), ticksMet: next }
  }

  const swapOut = (amount: bigint): Answer => {
    const next = find(outs, amount)
    const after = segments[next]
    if (after === undefined && end !== 'open') return end as PathEnd | 'unprepared'
    if (after?.amountOut === amount) return after.amountIn > maxU64 ? 'exhausted' : atBorder(after, next)
    const from = segments[next - 1] as Segment
    const rest = amount - from.amountOut
    let taken: bigint
    if (isDown) {
      const moved = ((rest << 64n) - 1n) / from.liquidity + 1n
      if (moved >= from.fromX64) return 'exhausted'
      taken = (from.scaled * moved - 1n) / (from.fromX64 * (from.fromX64 - moved)) + 1n
    } else {
      const left = from.scaled - rest * from.fromX64
      if (left <= 0n) return 'exhausted'
      const price = from.belowScaledPrice / left + 1n
      taken = (from.liquidity * (price - from.fromX64) + maxU64) >> 64n
    }
    if (taken > maxU64) return 'exhausted'
    const fee = feeOf(taken)
    const amountIn = from.amountIn + taken + fee
    if (amountIn > maxU64) return 'exhausted'
    return { amountIn, amountOut: amount, fee: from.fee + fee, kept: from.kept + keptOf(fee), ticksMet: next }
  }

  return ({ amount, isExactIn }) => {
    if (amount === 0n) return { ...none, ticksMet: 0 }
    return isExactIn ? swapIn(amount) : swapOut(amount)
  }
}

function segmentOf(fromX64: bigint, liquidity: bigint, sums: Omit<SwapAmounts, 'ticksMet'>): Segment {
  const scaled = liquidity << 64n
  const { amountIn, fee, kept, amountOut } = sums
  return { fromX64, liquidity, scaled, belowScaledPrice: scaled * fromX64 - 1n, amountIn, fee, kept, amountOut }
}

function atBorder({ amountIn, amountOut, fee, kept }: Segment, ticksMet: number): SwapAmounts {
  return { amountIn, amountOut, fee, kept, ticksMet }
}

function add({ exact, rounded }: Sums, sum: bigint): void {
  exact.push(sum)
  rounded.push(Number(sum))
}

/** The first place behind the first where the sum is `amount` or more. */
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

/** The protocol's and the fund's parts of a fee, each rounded down; in doubles where those are exact. */
function partsOf({ protocolFeeRate, fundFeeRate }: SwapStart): (fee: bigint) => bigint {
  const [protocol, fund] = [Number(protocolFeeRate), Number(fundFeeRate)]
  const highest = exactLimit / Math.max(protocol, fund, 1)
  return fee => {
    const near = toDouble(fee)
    if (near < highest)
      return fromDouble(Math.floor((near * protocol) / perMillion) + Math.floor((near * fund) / perMillion))
    return (fee * protocolFeeRate) / rateDenominator + (fee * fundFeeRate) / rateDenominator
  }
}

/** `usableInput`, in doubles where those are exact. */
function usable(feeRate: bigint): (amount: bigint) => bigint {
  const rest = perMillion - Number(feeRate)
  const highest = exactLimit / perMillion
  return amount => {
    const near = toDouble(amount)
    return near < highest ? fromDouble(Math.floor((near * rest) / perMillion)) : usableInput(amount, feeRate)
  }
}

/** `feeOnTop`, in doubles where those are exact. */
function feeOnTopOf(feeRate: bigint): (amount: bigint) => bigint {
  const rate = Number(feeRate)
  const rest = perMillion - rate
  const highest = exactLimit / Math.max(2 * rate, 1)
  return amount => {
    const near = toDouble(amount)
    return near < highest ? fromDouble(Math.ceil((near * rate) / rest)) : feeOnTop(amount, feeRate)
  }
}
