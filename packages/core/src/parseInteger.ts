import { TernError } from './errors.ts'
import { textOf } from './integer.ts'

/** More digits than any number of the chain has. Converting longer text would only cost time. */
const maxDigits = 1000

/**
 * Converts a value to an integer.
 *
 * @param value a bigint, a whole number whose size is below 2^53 − 1, or digits with an optional minus.
 * @throws TernError `number/invalidText` for other text, `number/invalid` for a fraction, an unsafe number or any other value.
 * @example
 * parseInteger('-12') // -12n
 */
export function parseInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'string') {
    if (value.length > maxDigits || !/^-?[0-9]+$/.test(value))
      throw new TernError('number/invalidText', { text: value.slice(0, 64) })
    return BigInt(value)
  }
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER)
    return BigInt(value)
  throw new TernError('number/invalid', { value: textOf(value) })
}
