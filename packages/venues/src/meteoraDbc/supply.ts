import { ceilBase, ceilQuote } from './curve.ts'
import type { PoolConfig } from './layout.ts'

/** `MIN_SQRT_PRICE` and `MAX_SQRT_PRICE` (constants.rs), Q64.64: the range of a DAMM v2 pool's liquidity. */
export const sqrtPriceRange = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n] as const

type Points = PoolConfig['curve']

/** The values that `create_config` computes from its curve and stores in the config. */
export interface Terms {
  readonly migration_sqrt_price: bigint
  readonly swap_base_amount: bigint
  readonly migration_base_threshold: bigint
}

/**
 * Computes the price at which a curve ends, the amount that it sells until then, and the base tokens that go into its
 * DAMM v2 pool. Amounts are raw units. The curve must have room for the threshold.
 * @see `handle_create_config` (ix_create_config.rs)
 */
export function termsOf(
  curve: Points,
  sqrtStartPrice: bigint,
  quoteThreshold: bigint,
  migrationFeePercentage: number,
): Terms {
  const points = curve.filter(({ liquidity }) => liquidity > 0n)
  const migration_sqrt_price = priceAfter(points, sqrtStartPrice, quoteThreshold)
  const quote = (quoteThreshold * BigInt(100 - migrationFeePercentage) + 99n) / 100n
  const [min, max] = sqrtPriceRange
  const liquidity = (quote << 128n) / (migration_sqrt_price - min)
  return {
    migration_sqrt_price,
    swap_base_amount: baseBetween(points, sqrtStartPrice, migration_sqrt_price),
    migration_base_threshold: ceilBase(liquidity, migration_sqrt_price, max),
  }
}

/** @see `get_migration_threshold_price` (params/liquidity_distribution.rs) */
function priceAfter(points: Points, start: bigint, threshold: bigint): bigint {
  let [price, left] = [start, threshold]
  for (const { sqrt_price, liquidity } of points) {
    const max = ceilQuote(liquidity, price, sqrt_price)
    if (max > left) return price + (left << 128n) / liquidity
    left -= max
    price = sqrt_price
  }
  return price
}

/**
 * Sums the base tokens of each stretch, each rounded up.
 * @see `get_base_token_for_swap` (params/liquidity_distribution.rs)
 */
function baseBetween(points: Points, start: bigint, end: bigint): bigint {
  let [from, sum] = [start, 0n]
  for (const { sqrt_price, liquidity } of points) {
    const to = sqrt_price > end ? end : sqrt_price
    sum += ceilBase(liquidity, from, to)
    if (sqrt_price > end) return sum
    from = sqrt_price
  }
  return sum
}

/** Computes the raw units that a curve has sold at a price. Rounded like `swap_base_amount`. */
export function soldAt({ curve, sqrt_start_price }: PoolConfig, sqrtPrice: bigint): bigint {
  return baseBetween(
    curve.filter(({ liquidity }) => liquidity > 0n),
    sqrt_start_price,
    sqrtPrice,
  )
}

/**
 * Computes the initial supply of a token in raw units, unless the config fixes it.
 * It is the sum of three amounts: the curve's sales plus 25% (at most all tokens up to the max price), the tokens for
 * the later pool, and the tokens for vesting.
 * @see `get_initial_base_supply` (state/config.rs)
 */
export function initialSupply(config: PoolConfig): bigint {
  if (config.fixed_token_supply_flag === 1) return config.pre_migration_token_supply
  const points = config.curve.filter(({ liquidity }) => liquidity > 0n)
  const buffered = config.swap_base_amount + (config.swap_base_amount * 25n) / 100n
  const max = baseBetween(points, config.sqrt_start_price, sqrtPriceRange[1])
  return (buffered < max ? buffered : max) + config.migration_base_threshold + vestingAmount(config)
}

/**
 * Checks if tokens are locked for vesting. The program locks them in a step of its own.
 * @see `has_vesting` (state/config.rs)
 */
export function hasVesting(config: PoolConfig): boolean {
  const { frequency, cliff_duration_from_migration_time: cliff } = config.locked_vesting_config
  return vestingAmount(config) > 0n || frequency > 0n || cliff > 0n
}

/**
 * Computes the tokens that the creator receives in steps, in raw units.
 * @see `get_total_amount` (ix_create_config.rs)
 */
export function vestingAmount({ locked_vesting_config: vesting }: PoolConfig): bigint {
  return vesting.cliff_unlock_amount + vesting.amount_per_period * vesting.number_of_period
}
