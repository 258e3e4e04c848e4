/** The limits of the concentrated program (`MIN_SQRT_PRICE_X64` and `MAX_SQRT_PRICE_X64`, libraries/tick_math.rs). */
const [minSqrtPriceX64, maxSqrtPriceX64] = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n]
/** A concentrated pool's square root of the price may move by this factor. */
const factor = 25n

/**
 * Returns the price limit of a hop through a concentrated pool: a 25th of the square root of the price, or 25 times.
 * The extreme limit if the price is unknown.
 *
 * @param isFirstToken `true` if the hop pays the pool's first token. The price then falls.
 * @param sqrtPriceX64 Q64.64.
 * @example
 * routerPriceLimit(true, 2n ** 64n) // 737_869_762_948_382_064n
 */
export function routerPriceLimit(isFirstToken: boolean, sqrtPriceX64?: bigint): bigint {
  const [lowest, highest] = [minSqrtPriceX64 + 1n, maxSqrtPriceX64 - 1n]
  if (sqrtPriceX64 === undefined) return isFirstToken ? lowest : highest
  const limit = isFirstToken ? sqrtPriceX64 / factor : sqrtPriceX64 * factor
  return limit < lowest ? lowest : limit > highest ? highest : limit
}
