import { type Clock, systemProgram } from '@tern/core'
import { type PoolState, program } from '@tern/venues/meteoraDammV2'
import {
  amountA,
  amountB,
  isCompounding,
  poolLayout,
  type SplitFees,
  type SwapResult,
  sqrtPriceOf,
} from '@tern/venues/meteoraDammV2/internal'
import type { Script } from '../../effects/script.ts'
import type { NamedAccount } from '../anchor.ts'
import { findProgramAddress } from '../findProgramAddress.ts'
import { refuse } from './errors.ts'

/** The signing seeds of the program's authority. */
export const authoritySeeds = findProgramAddress(program, [Buffer.from('pool_authority')]).seeds
/** How long before a pool opens its vault may buy, by activation type (`SLOT_BUFFER`, `TIME_BUFFER`, constants.rs). */
const buffers = [9_000n, 3_600n] as const
const oneQ64 = 1n << 64n
const maxU128 = (1n << 128n) - 1n

/** The current slot or second (`ActivationHandler::get_current_point`, utils/activation_handler.rs). */
export function currentPoint(activationType: number, { slot, unixTimestamp }: Clock): bigint {
  if (activationType > 1) return refuse('InvalidActivationType')
  return activationType === 0 ? slot : unixTimestamp
}

/**
 * `can_swap` (pool_action_access/permissionless.rs).
 * @throws TernError `practice/programFailed` with PoolDisabled.
 */
export function checkOpen(pool: PoolState, trader: string, clock: Clock): void {
  const point = currentPoint(pool.activation_type, clock)
  const isVault = pool.whitelisted_vault !== systemProgram && pool.whitelisted_vault === trader
  const opens = pool.activation_point - (isVault ? (buffers[pool.activation_type] ?? 0n) : 0n)
  if (pool.pool_status !== 0 || point < opens) refuse('PoolDisabled')
}

/** `update_layout_version_if_needed` (state/pool.rs): an older pool starts to count its reserves. */
export function withReserves(pool: PoolState): PoolState {
  if (pool.layout_version > 0 || isCompounding(pool)) return { ...pool, layout_version: 1 }
  const { sqrt_min_price, sqrt_price, sqrt_max_price, liquidity } = pool
  return {
    ...pool,
    token_a_amount: amountA(sqrt_price, sqrt_max_price, liquidity, 'ceil'),
    token_b_amount: amountB(sqrt_min_price, sqrt_price, liquidity, 'ceil'),
    layout_version: 1,
  }
}

/** `update_references` (state/fee.rs), before a swap. */
export function withReferences(pool: PoolState, now: bigint): PoolState {
  if (pool.dynamic_fee_initialized === 0) return pool
  const elapsed = now > pool.last_update_timestamp ? now - pool.last_update_timestamp : 0n
  if (elapsed < BigInt(pool.filter_period)) return pool
  const isDecaying = elapsed < BigInt(pool.decay_period)
  const decayed = (pool.volatility_accumulator * BigInt(pool.reduction_factor)) / 10_000n
  return { ...pool, sqrt_price_reference: pool.sqrt_price, volatility_reference: isDecaying ? decayed : 0n }
}

/** `get_delta_bin_id` (state/fee.rs). */
function binsBetween(step: bigint, a: bigint, b: bigint): bigint {
  const [upper, lower] = a > b ? [a, b] : [b, a]
  if (lower === 0n) return refuse('MathOverflow')
  const ratio = (upper << 64n) / lower
  if (ratio > maxU128) return refuse('TypeCastFailed')
  return ((ratio - oneQ64) / step) * 2n
}

/** `update_post_swap` (state/pool.rs), from the price `before` to the pool's current price. */
function withVolatility(pool: PoolState, before: bigint, now: bigint): PoolState {
  if (pool.dynamic_fee_initialized === 0) return pool
  const { bin_step_u128: step, sqrt_price: price } = pool
  const moved = pool.volatility_reference + binsBetween(step, price, pool.sqrt_price_reference) * 10_000n
  const max = BigInt(pool.max_volatility_accumulator)
  const hasCrossed = binsBetween(step, before, price) > 0n
  return {
    ...pool,
    volatility_accumulator: moved < max ? moved : max,
    last_update_timestamp: hasCrossed ? now : pool.last_update_timestamp,
  }
}

/** `apply_swap_result` (state/pool.rs): the pool after the swap. */
export function afterSwap(
  pool: PoolState,
  direction: 'aToB' | 'bToA',
  { passage, fee }: SwapResult,
  shares: SplitFees,
  now: bigint,
): PoolState {
  const side = pool.collect_fee_mode === 0 && direction === 'bToA' ? 'a' : 'b'
  const perLiquidity = (shares.claiming << 128n) / pool.liquidity
  const leaving = passage.output
  const [changeA, changeB] = direction === 'aToB' ? [passage.input, -leaving] : [-leaving, passage.input]
  const token_a_amount = counted(pool.token_a_amount + changeA)
  const token_b_amount = counted(pool.token_b_amount + changeB + shares.compounding)
  const trading = fee - shares.protocol - shares.referral
  const moved: PoolState = {
    ...pool,
    ...{ token_a_amount, token_b_amount },
    [`protocol_${side}_fee`]: pool[`protocol_${side}_fee`] + shares.protocol,
    [`fee_${side}_per_liquidity`]: addWide(pool[`fee_${side}_per_liquidity`], perLiquidity),
    [`total_lp_${side}_fee`]: pool[`total_lp_${side}_fee`] + trading,
    [`total_protocol_${side}_fee`]: pool[`total_protocol_${side}_fee`] + shares.protocol,
    sqrt_price: isCompounding(pool) ? sqrtPriceOf(token_a_amount, token_b_amount) : passage.nextSqrtPrice,
  }
  return withVolatility(moved, pool.sqrt_price, now)
}

function counted(amount: bigint): bigint {
  return amount < 0n || amount >= oneQ64 ? refuse('MathOverflow') : amount
}

/** Adds to an unsigned number of 256 bits, little-endian. */
function addWide(bytes: Uint8Array, more: bigint): Uint8Array {
  const sum = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) + more
  if (sum >= 1n << 256n) return refuse('MathOverflow')
  return Uint8Array.from(Buffer.from(sum.toString(16).padStart(64, '0'), 'hex').reverse())
}

/** Writes the changed bytes of a pool, in a single write from the first to the last. */
export function writePool(script: Script, { position, data }: NamedAccount, pool: PoolState): void {
  const bytes = poolLayout.encode(pool)
  let first = 0
  while (first < bytes.length && bytes[first] === data[first]) first++
  let end = bytes.length
  while (end > first && bytes[end - 1] === data[end - 1]) end--
  if (end > first) script.write(position, first, bytes.subarray(first, end))
}
