import { TernError } from './errors.ts'
import { textOf } from './integer.ts'

/** More digits than any number of the chain has; text beyond it is not worth converting. */
const mostDigits = 1000

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
