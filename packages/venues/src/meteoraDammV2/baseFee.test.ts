import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BaseFee,
  decodeBaseFee,
  decodeBaseFeeParameters,
  encodeBaseFee,
  encodeBaseFeeParameters,
} from './baseFee.ts'

const u64 = fc.bigInt(0n, 2n ** 64n - 1n)
const u32 = fc.nat(2 ** 32 - 1)
const u16 = fc.nat(65_535)
const fees: fc.Arbitrary<BaseFee> = fc.oneof(
  fc.record({
    mode: fc.constantFrom('timeLinear' as const, 'timeExponential' as const),
    ...{ cliff_fee_numerator: u64, number_of_period: u16, period_frequency: u64, reduction_factor: u64 },
  }),
  fc.record({
    mode: fc.constant('rateLimiter' as const),
    ...{ cliff_fee_numerator: u64, fee_increment_bps: u16, max_limiter_duration: u32, max_fee_bps: u32 },
    reference_amount: u64,
  }),
  fc.record({
    mode: fc.constantFrom('marketCapLinear' as const, 'marketCapExponential' as const),
    ...{ cliff_fee_numerator: u64, number_of_period: u16, sqrt_price_step_bps: u32 },
    ...{ scheduler_expiration_duration: u32, reduction_factor: u64 },
  }),
)

describe('a base fee', () => {
  it('decodes to the encoded value, in both forms', () => {
    fc.assert(
      fc.property(fees, fee => {
        expect(decodeBaseFee(encodeBaseFee(fee))).toEqual(fee)
        expect(decodeBaseFeeParameters(encodeBaseFeeParameters(fee))).toEqual(fee)
      }),
    )
  })

  it('is aligned in accounts and packed in instructions', () => {
    const fee: BaseFee = {
      ...{ mode: 'rateLimiter', cliff_fee_numerator: 1n, fee_increment_bps: 2, max_limiter_duration: 3 },
      ...{ max_fee_bps: 4, reference_amount: 5n },
    }
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    expect(hex(encodeBaseFee(fee))).toBe(
      '0100000000000000' + '02' + '0000000000' + '0200' + '03000000' + '04000000' + '0500000000000000',
    )
    expect(hex(encodeBaseFeeParameters(fee))).toBe(
      '0100000000000000' + '0200' + '03000000' + '04000000' + '0500000000000000' + '02',
    )
  })

  it('has five modes and a fixed length', () => {
    const data = new Uint8Array(32)
    data[8] = 5
    expect(() => decodeBaseFee(data)).toThrow('base_fee_mode: 5')
    expect(() => decodeBaseFee(new Uint8Array(27))).toThrow('BaseFee takes 32 bytes')
    expect(() => decodeBaseFeeParameters(new Uint8Array(32))).toThrow('BaseFee takes 27 bytes')
  })
})
