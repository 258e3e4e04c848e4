import { maxU64 } from '@tern/core'
import { lastPrice, type SwapAmount, type SwapAmounts, type SwapStart } from './swap.ts'
import { deltasBetween, divideUp, feeOnTop, isBeyond, rateDenominator, usableInput } from './swapMath.ts'
import type { PathEnd } from './ticksAhead.ts'

/** `unprepared`: sums do not tell; `swapThrough` does. */
export type Prepared = (request: SwapAmount) => SwapAmounts | PathEnd | 'unprepared'

const maxU128 = 2n ** 128n - 1n

/** From one tick ahead to the next, at one liquidity, with what swapping up to it comes to. */
interface Segment {
  readonly fromX64: bigint
  readonly liquidity: bigint
  /** `liquidity` · 2^64, and that times the price. */
  readonly scaled: bigint
  readonly scaledPrice: bigint
  /** Sums of all segments before this one: in with the fee, the fee, the protocol's and the fund's parts, out. */
  readonly amountIn: bigint
  readonly fee: bigint
  readonly kept: bigint
  readonly amountOut: bigint
}

/**
 * A pool prepared for swaps in one direction: sums over the ticks ahead, so that a swap is a search and one step. Exact, for
 * a fee of one rate on the input: what crossing a segment takes, `ceil(in · 10⁶ / (10⁶ − fee))`, is also from when on
 * `compute_swap` crosses it. Where that does not hold, from a tick with orders on or throughout, the answer is `unprepared`.
 * Segments are added when a swap first comes to them: a pool that changed costs a quote only what it needs.
 */
export function preparePath(start: SwapStart): Prepared {
  const { direction, feeRate, protocolFeeRate, fundFeeRate, ticks } = start
  const isDown = direction === 'zeroForOne'
  if (!start.isFeeOnInput || start.dynamicFee !== undefined) return () => 'unprepared'
  const limit = lastPrice(direction)
  const none = { amountIn: 0n, fee: 0n, kept: 0n, amountOut: 0n }
  const segments: Segment[] = [segmentOf(start.sqrtPriceX64, start.liquidity, none)]
  /** Why no segment comes after the last; `open`: nothing crosses the last. */
  let end: PathEnd | 'unprepared' | 'open' | undefined = isBeyond(limit, start.sqrtPriceX64, direction)
    ? undefined
    : 'exhausted'

  const keptOf = (fee: bigint) => (fee * protocolFeeRate) / rateDenominator + (fee * fundFeeRate) / rateDenominator

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
    const liquidity = target === tick.sqrtPriceX64 ? last.liquidity + tick.liquidityChange : 0n
    const sums = {
      amountIn: last.amountIn + whole.amountIn + fee,
      fee: last.fee + fee,
      kept: last.kept + keptOf(fee),
      amountOut: last.amountOut + whole.amountOut,
    }
    if (tick.orders !== undefined) end = 'unprepared'
    else if (target === limit || fee > maxU64 || liquidity < 0n || liquidity > maxU128) end = 'exhausted'
    segments.push(segmentOf(target, end === undefined ? liquidity : 0n, sums))
  }

  /** The first segment that begins at `amount` or beyond, as far as they are known. */
  const search = (sum: 'amountIn' | 'amountOut', amount: bigint): number => {
    while (end === undefined && (segments[segments.length - 1] as Segment)[sum] < amount) extend()
    let low = 1
    let high = segments.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((segments[middle] as Segment)[sum] < amount) low = middle + 1
      else high = middle
    }
    return low
  }

  const swapIn = (amount: bigint): SwapAmounts | PathEnd | 'unprepared' => {
    const next = search('amountIn', amount)
    const after = segments[next]
    if (after === undefined && end !== 'open') return end as PathEnd | 'unprepared'
    if (after?.amountIn === amount) return { ...sumsOf(after), ticksMet: next }
    const { amountIn, amountOut, fee, kept, fromX64, liquidity, scaled, scaledPrice } = segments[next - 1] as Segment
    const rest = amount - amountIn
    const usable = usableInput(rest, feeRate)
    const price = isDown ? divideUp(scaledPrice, scaled + usable * fromX64) : fromX64 + (usable << 64n) / liquidity
    const moved = deltasBetween(fromX64, price, liquidity, direction)
    if (moved === undefined) return 'exhausted'
    const more = rest - moved.amountIn
    const out = amountOut + moved.amountOut
    if (out > maxU64) return 'exhausted'
    return { amountIn: amount, amountOut: out, fee: fee + more, kept: kept + keptOf(more), ticksMet: next }
  }

  const swapOut = (amount: bigint): SwapAmounts | PathEnd | 'unprepared' => {
    const next = search('amountOut', amount)
    const after = segments[next]
    if (after === undefined && end !== 'open') return end as PathEnd | 'unprepared'
    if (after?.amountOut === amount) return inRange({ ...sumsOf(after), ticksMet: next })
    const { amountIn, amountOut, fee, kept, fromX64, liquidity, scaled, scaledPrice } = segments[next - 1] as Segment
    const rest = amount - amountOut
    const left = isDown ? fromX64 - divideUp(rest << 64n, liquidity) : scaled - rest * fromX64
    if (left <= 0n) return 'exhausted'
    const moved = deltasBetween(fromX64, isDown ? left : divideUp(scaledPrice, left), liquidity, direction)
    if (moved === undefined) return 'exhausted'
    const more = feeOnTop(moved.amountIn, feeRate)
    const taken = amountIn + moved.amountIn + more
    return inRange({ amountIn: taken, amountOut: amount, fee: fee + more, kept: kept + keptOf(more), ticksMet: next })
  }

  return ({ amount, isExactIn }) => {
    if (amount === 0n) return { ...none, ticksMet: 0 }
    return isExactIn ? swapIn(amount) : swapOut(amount)
  }
}

function segmentOf(fromX64: bigint, liquidity: bigint, sums: Omit<SwapAmounts, 'ticksMet'>): Segment {
  const scaled = liquidity << 64n
  const { amountIn, fee, kept, amountOut } = sums
  return { fromX64, liquidity, scaled, scaledPrice: scaled * fromX64, amountIn, fee, kept, amountOut }
}

function sumsOf({ amountIn, amountOut, fee, kept }: Segment): Omit<SwapAmounts, 'ticksMet'> {
  return { amountIn, amountOut, fee, kept }
}

function inRange(amounts: SwapAmounts): SwapAmounts | PathEnd {
  return amounts.amountIn > maxU64 ? 'exhausted' : amounts
}
