import type { Clock } from '@tern/core'
import { type PoolConfig, program, type VirtualPool } from '@tern/venues/meteoraDbc'
import {
  isHookedPool,
  poolConfigLayout,
  type SwapResult,
  splitFee,
  virtualPoolLayout,
} from '@tern/venues/meteoraDbc/internal'
import type { Script } from '../../effects/script.ts'
import { fail, type NamedAccount, readOwn } from '../anchor.ts'
import { findProgramAddress } from '../findProgramAddress.ts'

/** The signing seeds of the program's authority. */
export const authoritySeeds = findProgramAddress(program, [Buffer.from('pool_authority')]).seeds
const oneQ64 = 1n << 64n

/** `AccountLoader<PoolConfig>`. */
export function readConfig(account: NamedAccount): PoolConfig {
  return readOwn(account, poolConfigLayout, program)
}

/** `AccountLoader<VirtualPool>`, for writing. */
export function readPool(account: NamedAccount): VirtualPool {
  if (isHookedPool(account.data)) fail('AccountDiscriminatorMismatch', account.name)
  return readOwn(account, virtualPoolLayout, program)
}

export function writePool(script: Script, { position }: NamedAccount, pool: VirtualPool): void {
  script.write(position, 0, virtualPoolLayout.encode(pool))
}

/** The current slot or second (`get_current_point`, utils/activation_handler.rs). */
export function currentPoint({ activation_type }: PoolConfig, { slot, unixTimestamp }: Clock): bigint {
  return activation_type === 0 ? slot : unixTimestamp
}

/** `is_curve_complete` (state/virtual_pool.rs). */
export function isComplete(pool: VirtualPool, config: PoolConfig): boolean {
  return pool.quote_reserve >= config.migration_quote_threshold
}

/** `update_references` (state/fee.rs), before a swap. */
export function withReferences(pool: VirtualPool, { dynamic_fee }: PoolConfig, now: bigint): VirtualPool {
  if (dynamic_fee.initialized === 0) return pool
  const tracker = pool.volatility_tracker
  const elapsed = now > tracker.last_update_timestamp ? now - tracker.last_update_timestamp : 0n
  if (elapsed < BigInt(dynamic_fee.filter_period)) return pool
  const isDecaying = elapsed < BigInt(dynamic_fee.decay_period)
  const decayed = (tracker.volatility_accumulator * BigInt(dynamic_fee.reduction_factor)) / 10_000n
  return {
    ...pool,
    volatility_tracker: {
      ...tracker,
      sqrt_price_reference: pool.sqrt_price,
      volatility_reference: isDecaying ? decayed : 0n,
    },
  }
}

/** `get_delta_bin_id` (state/fee.rs). */
function binsBetween(binStep: bigint, a: bigint, b: bigint): bigint {
  const [upper, lower] = a > b ? [a, b] : [b, a]
  return (((upper << 64n) / lower - oneQ64) / binStep) * 2n
}

/** Updates the price's volatility (`update_post_swap`, state/virtual_pool.rs). */
function withVolatility(pool: VirtualPool, before: bigint, { dynamic_fee }: PoolConfig, now: bigint): VirtualPool {
  if (dynamic_fee.initialized === 0) return pool
  const tracker = pool.volatility_tracker
  const moved = binsBetween(dynamic_fee.bin_step_u128, pool.sqrt_price, tracker.sqrt_price_reference)
  const volatility = tracker.volatility_reference + moved * 10_000n
  const max = BigInt(dynamic_fee.max_volatility_accumulator)
  const hasMoved = binsBetween(dynamic_fee.bin_step_u128, before, pool.sqrt_price) > 0n
  return {
    ...pool,
    volatility_tracker: {
      ...tracker,
      volatility_accumulator: volatility < max ? volatility : max,
      last_update_timestamp: hasMoved ? now : tracker.last_update_timestamp,
    },
  }
}

/** A trade as the pool books it. */
export interface Booked {
  readonly side: 'buy' | 'sell'
  readonly result: SwapResult
  /** The referrer's share, out of the protocol's part of the fee. */
  readonly referral: bigint
}

/** `apply_swap_result` (state/virtual_pool.rs). */
export function afterSwap(pool: VirtualPool, config: PoolConfig, { side, result, referral }: Booked, now: bigint) {
  const { moved, fee } = result
  const [whole, partner, creator] = splitFee(fee, BigInt(config.creator_trading_fee_percentage))
  const protocol = whole - referral
  const trading = partner + creator
  const isOnBase = config.collect_fee_mode === 1 && side === 'buy'
  const fees = isOnBase
    ? {
        partner_base_fee: pool.partner_base_fee + partner,
        protocol_base_fee: pool.protocol_base_fee + protocol,
        creator_base_fee: pool.creator_base_fee + creator,
        total_protocol_base_fee: pool.total_protocol_base_fee + protocol,
        total_trading_base_fee: pool.total_trading_base_fee + trading,
      }
    : {
        partner_quote_fee: pool.partner_quote_fee + partner,
        protocol_quote_fee: pool.protocol_quote_fee + protocol,
        creator_quote_fee: pool.creator_quote_fee + creator,
        total_protocol_quote_fee: pool.total_protocol_quote_fee + protocol,
        total_trading_quote_fee: pool.total_trading_quote_fee + trading,
      }
  const [base, quote] = side === 'buy' ? [-moved.amountOut, moved.amountIn] : [moved.amountIn, -moved.amountOut]
  const traded: VirtualPool = {
    ...pool,
    ...fees,
    base_reserve: pool.base_reserve + base,
    quote_reserve: pool.quote_reserve + quote,
    sqrt_price: moved.sqrtPrice,
    has_swap: 1,
  }
  return withVolatility(traded, pool.sqrt_price, config, now)
}
