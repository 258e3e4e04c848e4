import { type Address, type Clock, systemProgram } from '@tern/core'
import type { PoolState } from '@tern/venues/meteoraDammV2'
import {
  amountA,
  amountB,
  type BaseFee,
  type CustomizablePoolParameters,
  decodeBaseFee,
  decodeBaseFeeParameters,
  sqrtPriceOf,
} from '@tern/venues/meteoraDammV2/internal'
import { decodeArguments } from '../anchor.ts'
import { refuse } from './errors.ts'
import { currentPoint } from './pool.ts'

/** `MIN_SQRT_PRICE`, `MAX_SQRT_PRICE` (constants.rs). */
const priceBounds = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n] as const
const oneQ64 = 1n << 64n
/** Liquidity of a compounding pool that no position owns (`DEAD_LIQUIDITY`). */
const deadLiquidity = 100n << 64n
const minFee = 100_000n
const maxFee = 990_000_000n
const feePerBps = 100_000n
/** How far ahead a pool may open, by activation type: 31 days, in slots or seconds. */
const maxDelay = [9_000n * 24n * 31n, 3_600n * 24n * 31n] as const
const maxLimiterDuration = [108_000, 43_200] as const

/** A new pool's settings, from a config or from the creator. */
export type Choice = Pick<
  PoolState,
  'collect_fee_mode' | 'activation_type' | 'sqrt_min_price' | 'sqrt_max_price' | 'sqrt_price' | 'liquidity'
>

/** `InitialPoolInformation` (liquidity_handler/mod.rs). */
export interface Beginning {
  readonly token_a_amount: bigint
  readonly token_b_amount: bigint
  readonly sqrt_price: bigint
  readonly sqrt_min_price: bigint
  readonly sqrt_max_price: bigint
  /** The liquidity of the first position. */
  readonly liquidity: bigint
}

/** `get_initial_pool_information`, after `validate_initial_sqrt_price` (ix_initialize_customizable_pool.rs). */
export function beginningOf(choice: Choice): Beginning {
  const { sqrt_price: price, liquidity } = choice
  if (liquidity === 0n) refuse('InvalidMinimumLiquidity')
  const [min, max] = choice.collect_fee_mode === 2 ? priceBounds : [choice.sqrt_min_price, choice.sqrt_max_price]
  if (price < min || price > max) refuse('InvalidPriceRange')
  const beginning = choice.collect_fee_mode === 2 ? compounding(price, liquidity) : concentrated(choice)
  const { token_a_amount, token_b_amount } = beginning
  if (token_a_amount >= oneQ64 || token_b_amount >= oneQ64) refuse('MathOverflow')
  if (token_a_amount === 0n && token_b_amount === 0n) refuse('AmountIsZero')
  return beginning
}

function concentrated({ sqrt_price, sqrt_min_price, sqrt_max_price, liquidity }: Choice): Beginning {
  return {
    ...{ sqrt_price, sqrt_min_price, sqrt_max_price, liquidity },
    token_a_amount: amountA(sqrt_price, sqrt_max_price, liquidity, 'ceil'),
    token_b_amount: amountB(sqrt_min_price, sqrt_price, liquidity, 'ceil'),
  }
}

function compounding(price: bigint, liquidity: bigint): Beginning {
  if (liquidity <= deadLiquidity) refuse('InvalidMinimumLiquidity')
  const token_a_amount = (liquidity + price - 1n) / price
  const token_b_amount = (liquidity * price + (1n << 128n) - 1n) >> 128n
  return {
    ...{ token_a_amount, token_b_amount, sqrt_price: sqrtPriceOf(token_a_amount, token_b_amount) },
    ...{ sqrt_min_price: 0n, sqrt_max_price: (1n << 128n) - 1n, liquidity: liquidity - deadLiquidity },
  }
}

/**
 * `ActivationParams::validate` (params/activation.rs), for a pool without a vault that buys before it opens.
 * @returns the slot or second at which the pool opens.
 */
export function activationOf(type: number, asked: bigint | undefined, clock: Clock): bigint {
  const now = currentPoint(type, clock)
  if (asked === undefined) return now
  if (asked < now || asked > now + (maxDelay[type] ?? 0n)) refuse('InvalidActivationPoint')
  return asked
}

/** The fields of `PoolFeesStruct` that a config or a creator chooses. */
type Fees = Pick<
  PoolState,
  | 'dynamic_fee_initialized'
  | 'max_volatility_accumulator'
  | 'variable_fee_control'
  | 'bin_step'
  | 'filter_period'
  | 'decay_period'
  | 'reduction_factor'
  | 'bin_step_u128'
  | 'compounding_fee_bps'
>

/** `InitializeCustomizablePoolParameters::validate`, and `to_pool_fees_struct` (params/fee_parameters.rs). */
export function feesOf(asked: CustomizablePoolParameters): Fees {
  const { collect_fee_mode: mode, activation_type: type, compounding_fee_bps, dynamic_fee: dynamic } = asked
  if (type > 1) refuse('InvalidActivationType')
  if (mode > 2) refuse('InvalidCollectFeeMode')
  const [min, max] = priceBounds
  const { sqrt_min_price: low, sqrt_max_price: high } = asked
  if (mode !== 2 && (low < min || high > max || low >= high)) refuse('InvalidPriceRange')
  if (mode === 2 ? compounding_fee_bps === 0 || compounding_fee_bps > 10_000 : compounding_fee_bps !== 0)
    refuse('InvalidCompoundingFeeBps')
  const fee = decodeArguments(() => decodeBaseFeeParameters(asked.base_fee))
  checkBaseFee(fee, mode, type)
  if (dynamic === undefined)
    return {
      ...{ compounding_fee_bps, dynamic_fee_initialized: 0, max_volatility_accumulator: 0, variable_fee_control: 0 },
      ...{ bin_step: 0, filter_period: 0, decay_period: 0, reduction_factor: 0, bin_step_u128: 0n },
    }
  const isKnown = dynamic.bin_step === 1 && dynamic.bin_step_u128 === 1_844_674_407_370_955n
  const isOrdered = dynamic.filter_period < dynamic.decay_period && dynamic.reduction_factor <= 10_000
  const isBounded = Math.max(dynamic.variable_fee_control, dynamic.max_volatility_accumulator) <= 0xff_ffff
  if (!isKnown || !isOrdered || !isBounded) refuse('InvalidInput')
  return { compounding_fee_bps, dynamic_fee_initialized: 1, ...dynamic }
}

type Scheduler = Exclude<BaseFee, { readonly mode: 'rateLimiter' }>

/** `BaseFeeHandler::validate` (base_fee/*.rs). */
function checkBaseFee(fee: BaseFee, collectFeeMode: number, activationType: number): void {
  if (fee.mode === 'rateLimiter') checkRateLimiter(fee, collectFeeMode, activationType)
  else checkScheduler(fee)
}

function checkScheduler(fee: Scheduler): void {
  const isTimed = 'period_frequency' in fee
  const parts = isTimed
    ? [fee.period_frequency, BigInt(fee.number_of_period), fee.reduction_factor]
    : [
        ...[fee.reduction_factor, BigInt(fee.sqrt_price_step_bps)],
        ...[BigInt(fee.scheduler_expiration_duration), BigInt(fee.number_of_period)],
      ]
  const used = parts.filter(part => part !== 0n).length
  if (isTimed ? used > 0 && used < parts.length : used < parts.length)
    refuse(isTimed ? 'InvalidFeeTimeScheduler' : 'InvalidFeeMarketCapScheduler')
  const last = lastFee(fee)
  if (fee.cliff_fee_numerator >= 1_000_000_000n) refuse('InvalidFee')
  if (last < minFee || fee.cliff_fee_numerator > maxFee) refuse('ExceedMaxFeeBps')
}

/** `get_min_fee_numerator`: the fee after all periods. */
function lastFee(fee: Scheduler): bigint {
  const { cliff_fee_numerator: cliff, reduction_factor: factor, number_of_period: periods } = fee
  if (fee.mode === 'timeLinear' || fee.mode === 'marketCapLinear') {
    const last = cliff - factor * BigInt(periods)
    return last < 0n ? refuse('MathOverflow') : last
  }
  let square = oneQ64 - (factor << 64n) / 10_000n
  if (square < 0n) return refuse('MathOverflow')
  let power = oneQ64
  for (let left = factor === 0n ? 0 : periods; left > 0; left >>= 1) {
    if ((left & 1) === 1) power = (power * square) >> 64n
    square = (square * square) >> 64n
  }
  return power === 0n ? refuse('MathOverflow') : (power * cliff) >> 64n
}

function checkRateLimiter(
  fee: Extract<BaseFee, { readonly mode: 'rateLimiter' }>,
  collectFeeMode: number,
  activationType: number,
): void {
  const max = BigInt(fee.max_fee_bps) * feePerBps
  const parts = [fee.reference_amount, fee.max_limiter_duration, fee.max_fee_bps, fee.fee_increment_bps]
  const used = parts.filter(part => BigInt(part) !== 0n).length
  const isFee = fee.cliff_fee_numerator >= minFee && fee.cliff_fee_numerator <= max
  if (collectFeeMode !== 1 || !isFee) refuse('InvalidFeeRateLimiter')
  if (used === 0) return
  const isShort = fee.max_limiter_duration <= (maxLimiterDuration[activationType] ?? 0)
  if (used < parts.length || !isShort || fee.fee_increment_bps >= 10_000 || max > maxFee)
    refuse('InvalidFeeRateLimiter')
}

/** The fields of a new pool that start empty. */
export const emptyPool = {
  ...{ base_fee_padding: 0n, padding_0: 0, padding_1: new Uint8Array(3), dynamic_fee_padding: new Uint8Array(7) },
  ...{ last_update_timestamp: 0n, sqrt_price_reference: 0n, volatility_accumulator: 0n, volatility_reference: 0n },
  ...{ whitelisted_vault: systemProgram as Address, padding_2: new Uint8Array(32), padding_3: 0n },
  ...{ protocol_a_fee: 0n, protocol_b_fee: 0n, dead_liquidity_fee_checkpoint: 0n, padding_4: 0n, pool_status: 0 },
  ...{ fee_version: 1, padding_5: 0, fee_a_per_liquidity: new Uint8Array(32), fee_b_per_liquidity: new Uint8Array(32) },
  ...{ permanent_lock_liquidity: 0n, total_lp_a_fee: 0n, total_lp_b_fee: 0n, total_protocol_a_fee: 0n },
  ...{ total_protocol_b_fee: 0n, metrics_padding: new Uint8Array(16), total_position: 1n, metrics_padding_1: 0n },
  ...{ layout_version: 1, padding_6: new Uint8Array(31), reward_infos: new Uint8Array(384) },
} as const

/** Decodes the base fee of a config or a pool. */
export const heldFee = (data: Uint8Array): BaseFee => decodeArguments(() => decodeBaseFee(data))
