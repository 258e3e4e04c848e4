import { TernError } from './errors.ts'

/** The largest amount that an account or an instruction can hold. */
export const maxU64 = 2n ** 64n - 1n

/** What to call a refused value: its own text, or its type when it is an object, whose `toString` may be anything. */
export const textOf = (value: unknown) => (Object(value) === value ? typeof value : String(value).slice(0, 64))

/** Returns `value` if 64 unsigned bits hold it. @throws TernError `amount/outOfRange`. */
export function assertU64(value: bigint): bigint {
  if (typeof value !== 'bigint' || value < 0n || value > maxU64)
    throw new TernError('amount/outOfRange', { value: textOf(value) })
  return value
}
