import { TernError } from '@tern/core'
import { maxSqrtPriceX64, minSqrtPriceX64, sqrtPriceAtTick } from './tick.ts'

/**
 * Finds the highest tick whose price is at most this one.
 *
 * @param sqrtPriceX64 √price in Q64.64, from `minSqrtPriceX64` to below `maxSqrtPriceX64`
 * @throws TernError `tick/sqrtPriceOutOfRange`
 * @example
 * tickAtSqrtPrice(18446744073709551616n) // 0
 * @see `get_tick_at_sqrt_price`, libraries/tick_math.rs
 */
export function tickAtSqrtPrice(sqrtPriceX64: bigint): number {
  if (sqrtPriceX64 < minSqrtPriceX64 || sqrtPriceX64 >= maxSqrtPriceX64)
    throw new TernError('tick/sqrtPriceOutOfRange', { sqrtPriceX64 })
  const top = sqrtPriceX64.toString(2).length - 1
  let r = top >= 64 ? sqrtPriceX64 >> BigInt(top - 63) : sqrtPriceX64 << BigInt(63 - top)
  let log2X32 = BigInt(top - 64) << 32n
  for (let bit = 31n; bit >= 16n; bit--) {
    r *= r
    const carry = r >> 127n
    r >>= 63n + carry
    log2X32 += carry << bit
  }
  const logX64 = log2X32 * 59_543_866_431_248n
  const low = Number((logX64 - 184_467_440_737_095_516n) >> 64n)
  const high = Number((logX64 + 15_793_534_762_490_258_745n) >> 64n)
  return low !== high && sqrtPriceAtTick(high) <= sqrtPriceX64 ? high : low
}
