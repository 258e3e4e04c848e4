import { TernError } from '@tern/core'

/** `MIN_TICK` and `MAX_TICK` (libraries/tick_math.rs). */
export const minTick = -443_636
export const maxTick = 443_636
/** `MIN_SQRT_PRICE_X64`: the square root of the price at `minTick`. */
export const minSqrtPriceX64 = 4_295_048_016n
/** `MAX_SQRT_PRICE_X64`: the square root of the price at `maxTick`. */
export const maxSqrtPriceX64 = 79_226_673_521_066_979_257_578_248_091n
/** `TICK_ARRAY_SIZE`. */
export const ticksPerArray = 60

const maxU128 = 2n ** 128n - 1n
const q64 = 2n ** 64n

/** 2^64 / √1.0001^(2^i), as written in libraries/tick_math.rs. */
const factors = [
  0xfffcb933bd6fb800n,
  0xfff97272373d4000n,
  0xfff2e50f5f657000n,
  0xffe5caca7e10f000n,
  0xffcb9843d60f7000n,
  0xff973b41fa98e800n,
  0xff2ea16466c9b000n,
  0xfe5dee046a9a3800n,
  0xfcbe86c7900bb000n,
  0xf987a7253ac65800n,
  0xf3392b0822bb6000n,
  0xe7159475a2caf000n,
  0xd097f3bdfd2f2000n,
  0xa9f746462d9f8000n,
  0x70d869a156f31c00n,
  0x31be135f97ed3200n,
  0x9aa508b5b85a500n,
  0x5d6af8dedc582cn,
  0x2216e584f5fan,
] as const

const maxKept = 16_384
/** Caches prices, because pools are prepared again at each update and meet the same ticks. */
const kept = new Map<number, bigint>()

/**
 * Computes √1.0001^tick in Q64.64, with the program's roundings.
 *
 * @param tick a whole number from `minTick` to `maxTick`
 * @throws TernError `tick/notInteger`, `tick/outOfRange`
 * @example
 * sqrtPriceAtTick(0) // 18446744073709551616n: a price of 1
 * @see `get_sqrt_price_at_tick`, libraries/tick_math.rs
 */
export function sqrtPriceAtTick(tick: number): bigint {
  const known = kept.get(tick)
  if (known !== undefined) return known
  if (!Number.isInteger(tick)) throw new TernError('tick/notInteger', { tick })
  if (tick < minTick || tick > maxTick) throw new TernError('tick/outOfRange', { tick })
  const bits = Math.abs(tick)
  let ratio = q64
  for (const [i, factor] of factors.entries()) if ((bits & (1 << i)) !== 0) ratio = (ratio * factor) >> 64n
  const price = tick > 0 ? maxU128 / ratio : ratio
  if (kept.size >= maxKept) kept.clear()
  kept.set(tick, price)
  return price
}

/** Returns the number of a tick's array, counted from price 1: array `n` begins at tick `n · 60 · tickSpacing`. */
export function arrayOf(tick: number, tickSpacing: number): number {
  return Math.floor(tick / (ticksPerArray * tickSpacing))
}
