import { TernError } from './errors.ts'

/** The largest amount that an account or an instruction can hold. */
export const maxU64 = 2n ** 64n - 1n

/** Names a refused value in an error: its text, or its type if it is an object. An object's `toString` may run any code. */
export const textOf = (value: unknown) => (Object(value) === value ? typeof value : String(value).slice(0, 64))

/**
 * Returns `value` if 64 unsigned bits hold it.
 *
 * @throws TernError `amount/outOfRange` otherwise.
 * @example
 * assertU64(5n) // 5n
 */
export function assertU64(value: bigint): bigint {
  if (typeof value !== 'bigint' || value < 0n || value > maxU64)
    throw new TernError('amount/outOfRange', { value: textOf(value) })
  return value
}
