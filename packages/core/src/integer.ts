import { TernError } from './errors.ts'

/** The largest amount that an account or an instruction can hold. */
export const maxU64 = 2n ** 64n - 1n

/** More digits than any number of the chain has; text beyond it is not worth converting. */
const mostDigits = 1000

/** What to call a refused value: its own text, or its type when it is an object, whose `toString` may be anything. */
const textOf = (value: unknown) => (Object(value) === value ? typeof value : String(value).slice(0, 64))

/**
 * An integer, however it arrived: a bigint, a whole number below 2^53 − 1 in size, or text of digits with an optional minus.
 * @throws TernError `number/invalidText` for other text, `number/invalid` for a fraction, an unsafe number or anything else.
 */
export function parseInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'string') {
    if (value.length > mostDigits || !/^-?[0-9]+$/.test(value))
      throw new TernError('number/invalidText', { text: value.slice(0, 64) })
    return BigInt(value)
  }
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER)
    return BigInt(value)
  throw new TernError('number/invalid', { value: textOf(value) })
}

/** Returns `value` if 64 unsigned bits hold it. @throws TernError `amount/outOfRange`. */
export function assertU64(value: bigint): bigint {
  if (typeof value !== 'bigint' || value < 0n || value > maxU64)
    throw new TernError('amount/outOfRange', { value: textOf(value) })
  return value
}
