import { TernError } from '@tern/core'

/** Denominator of fee rates (`FEE_DENOMINATOR`, constants.rs): 1,000,000,000 is 100%. */
export const feeDenominator = 1_000_000_000n

/**
 * The fee falls with time from a cliff, by a step every `period_frequency` slots or seconds.
 * If every field except the cliff is zero, the fee is constant.
 */
export interface TimeScheduler {
  readonly mode: 'timeLinear' | 'timeExponential'
  readonly cliff_fee_numerator: bigint
  readonly number_of_period: number
  readonly period_frequency: bigint
  /** Linear: the numerator that each step subtracts. Exponential: the reduction of each step in basis points. */
  readonly reduction_factor: bigint
}

/**
 * For some time after opening, a larger input of token B pays a higher fee.
 * If every field except the cliff is zero, the fee is constant.
 */
export interface RateLimiter {
  readonly mode: 'rateLimiter'
  readonly cliff_fee_numerator: bigint
  readonly fee_increment_bps: number
  readonly max_limiter_duration: number
  readonly max_fee_bps: number
  readonly reference_amount: bigint
}

/** The fee falls from a cliff while the price of token A rises. After the expiration, the min fee applies. */
export interface MarketCapScheduler {
  readonly mode: 'marketCapLinear' | 'marketCapExponential'
  readonly cliff_fee_numerator: bigint
  readonly number_of_period: number
  readonly sqrt_price_step_bps: number
  readonly scheduler_expiration_duration: number
  readonly reduction_factor: bigint
}

/**
 * The rule for a pool's fee: by time, amount or price (`BaseFeeMode`, state/fee.rs). Rates are parts of
 * `feeDenominator`.
 */
export type BaseFee = TimeScheduler | RateLimiter | MarketCapScheduler

const modes = ['timeLinear', 'timeExponential', 'rateLimiter', 'marketCapLinear', 'marketCapExponential'] as const

/**
 * Offsets of the five parts that every mode has. Accounts store them aligned (`PodAlignedFee…`, base_fee/*.rs).
 * Instructions and events store them packed (`BorshFee…`). The middle part is a 64-bit number or two 32-bit numbers.
 */
const aligned = { size: 32, cliff: 0, mode: 8, count: 14, middle: 16, last: 24 }
const packed = { size: 27, cliff: 0, count: 8, middle: 10, last: 18, mode: 26 }

function decode(form: typeof aligned, data: Uint8Array): BaseFee {
  if (data.length !== form.size)
    throw new TernError('layout/wrongSize', { layout: 'BaseFee', expected: form.size, actual: data.length })
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const mode = modes[view.getUint8(form.mode)]
  const cliff_fee_numerator = view.getBigUint64(form.cliff, true)
  const count = view.getUint16(form.count, true)
  const middle = view.getBigUint64(form.middle, true)
  const [low, high] = [Number(middle & 0xffff_ffffn), Number(middle >> 32n)]
  const last = view.getBigUint64(form.last, true)
  switch (mode) {
    case undefined:
      throw new TernError('layout/invalidValue', { field: 'base_fee_mode', value: String(view.getUint8(form.mode)) })
    case 'rateLimiter':
      return {
        ...{ mode, cliff_fee_numerator, fee_increment_bps: count },
        ...{ max_limiter_duration: low, max_fee_bps: high, reference_amount: last },
      }
    case 'timeLinear':
    case 'timeExponential':
      return {
        ...{ mode, cliff_fee_numerator, number_of_period: count },
        ...{ period_frequency: middle, reduction_factor: last },
      }
    default:
      return {
        ...{ mode, cliff_fee_numerator, number_of_period: count },
        ...{ sqrt_price_step_bps: low, scheduler_expiration_duration: high, reduction_factor: last },
      }
  }
}

function encode(form: typeof aligned, fee: BaseFee): Uint8Array {
  const data = new Uint8Array(form.size)
  const view = new DataView(data.buffer)
  const two = (low: number, high: number) => BigInt(low) | (BigInt(high) << 32n)
  const [count, middle, last] =
    fee.mode === 'rateLimiter'
      ? [fee.fee_increment_bps, two(fee.max_limiter_duration, fee.max_fee_bps), fee.reference_amount]
      : [
          fee.number_of_period,
          'period_frequency' in fee
            ? fee.period_frequency
            : two(fee.sqrt_price_step_bps, fee.scheduler_expiration_duration),
          fee.reduction_factor,
        ]
  view.setBigUint64(form.cliff, fee.cliff_fee_numerator, true)
  view.setUint8(form.mode, modes.indexOf(fee.mode))
  view.setUint16(form.count, count, true)
  view.setBigUint64(form.middle, middle, true)
  view.setBigUint64(form.last, last, true)
  return data
}

/**
 * Decodes the 32 bytes of an account.
 * @throws TernError `layout/wrongSize`; `layout/invalidValue` for an unknown mode.
 */
export function decodeBaseFee(data: Uint8Array): BaseFee {
  return decode(aligned, data)
}

/**
 * Decodes the 27 bytes of an instruction or an event (`BaseFeeParameters`).
 * @throws TernError as `decodeBaseFee`.
 */
export function decodeBaseFeeParameters(data: Uint8Array): BaseFee {
  return decode(packed, data)
}

/** Encodes a fee as accounts store it: 32 bytes. */
export function encodeBaseFee(fee: BaseFee): Uint8Array {
  return encode(aligned, fee)
}

/** Encodes a fee as instructions carry it: 27 bytes. */
export function encodeBaseFeeParameters(fee: BaseFee): Uint8Array {
  return encode(packed, fee)
}
