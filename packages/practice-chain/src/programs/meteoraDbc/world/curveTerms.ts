import { systemProgram, wrappedNativeMint } from '@tern/core'
import type { PoolConfig } from '@tern/venues/meteoraDbc'

const oneQ64 = 1n << 64n
const emptyPoint = { sqrt_price: 0n, liquidity: 0n }
const noVesting = {
  ...{ is_initialized: 0, vesting_percentage: 0, padding: new Uint8Array(2), bps_per_period: 0, number_of_periods: 0 },
  ...{ frequency: 0, cliff_duration_from_migration_time: 0 },
}

/** A stretch of a curve: its highest price, in lamports per raw unit, and the lamports that it takes in. */
interface Stretch {
  readonly upTo: number
  readonly lamports: bigint
}

/** The square root of a price in Q64.64, to about 15 digits. */
const sqrtPriceOf = (price: number): bigint => (BigInt(Math.round(Math.sqrt(price) * 2 ** 52)) * oneQ64) >> 52n

/** Builds a curve from a start price and its stretches. */
function curveOf(start: number, stretches: readonly Stretch[]) {
  let from = sqrtPriceOf(start)
  const points = stretches.map(({ upTo, lamports }) => {
    const sqrt_price = sqrtPriceOf(upTo)
    const liquidity = (lamports << 128n) / (sqrt_price - from) + 1n
    from = sqrt_price
    return { sqrt_price, liquidity }
  })
  const tail = Array.from({ length: 20 - points.length }, () => emptyPoint)
  return { sqrt_start_price: sqrtPriceOf(start), curve: [...points, ...tail] }
}

/** Terms of a typical launchpad: 1,000 million tokens of 6 decimals, 1% fee, 60 SOL to raise, the whole pool locked. */
export const exampleTerms: PoolConfig = {
  ...{ quote_mint: wrappedNativeMint, fee_claimer: systemProgram, leftover_receiver: systemProgram },
  base_fee: {
    ...{ cliff_fee_numerator: 10_000_000n, second_factor: 0n, third_factor: 0n, first_factor: 0, base_fee_mode: 0 },
    padding_0: new Uint8Array(5),
  },
  dynamic_fee: {
    ...{ initialized: 0, padding: new Uint8Array(7), max_volatility_accumulator: 0, variable_fee_control: 0 },
    ...{ bin_step: 0, filter_period: 0, decay_period: 0, reduction_factor: 0, padding2: new Uint8Array(8) },
    bin_step_u128: 0n,
  },
  ...{ partner_liquidity_vesting_info: noVesting, creator_liquidity_vesting_info: noVesting },
  ...{ padding_0: new Uint8Array(14), padding_1: 0, collect_fee_mode: 0, migration_option: 1, activation_type: 1 },
  ...{ token_decimal: 6, version: 0, token_type: 1, quote_token_flag: 0 },
  ...{ partner_permanent_locked_liquidity_percentage: 0, partner_liquidity_percentage: 0 },
  ...{ creator_permanent_locked_liquidity_percentage: 100, creator_liquidity_percentage: 0 },
  ...{ migration_fee_option: 2, fixed_token_supply_flag: 0, creator_trading_fee_percentage: 50 },
  ...{ token_update_authority: 1, migration_fee_percentage: 0, creator_migration_fee_percentage: 0 },
  padding_2: new Uint8Array(7),
  ...{ swap_base_amount: 0n, migration_quote_threshold: 60_000_000_000n, migration_base_threshold: 0n },
  migration_sqrt_price: 0n,
  locked_vesting_config: {
    ...{ amount_per_period: 0n, cliff_duration_from_migration_time: 0n, frequency: 0n, number_of_period: 0n },
    ...{ cliff_unlock_amount: 0n, padding: 0n },
  },
  ...{ pre_migration_token_supply: 0n, post_migration_token_supply: 0n, migrated_collect_fee_mode: 0 },
  ...{ migrated_dynamic_fee: 0, migrated_pool_fee_bps: 0, migrated_pool_base_fee_mode: 0 },
  ...{ enable_first_swap_with_min_fee: 0, migrated_compounding_fee_bps: 0, pool_creation_fee: 0n },
  migrated_pool_base_fee_bytes: new Uint8Array(16),
  ...curveOf(0.000_03, [
    { upTo: 0.000_1, lamports: 25_000_000_000n },
    { upTo: 0.000_4, lamports: 40_000_000_000n },
  ]),
}
