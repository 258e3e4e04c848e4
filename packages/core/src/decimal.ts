import { TernError } from './errors.ts'
import type { Ratio } from './ratio.ts'

/** `floor` rounds down the number line, `ceil` up. `halfUp` rounds to the nearest, and at a tie away from zero. */
export type DecimalRounding = 'floor' | 'ceil' | 'halfUp'

/** The number of digits: exactly `fixed` after the point, or `significant` digits without zeros at the end. */
export type Digits = { readonly fixed: number } | { readonly significant: number }

/** The rounding and the grouping of decimal text. */
export interface DecimalStyle {
  readonly rounding?: DecimalRounding
  /** The text between groups of three digits before the point. */
  readonly grouping?: string
}

/** More digits than any caller needs. Without a limit a typo could ask for a gigabyte. */
const maxDigits = 1000

/**
 * Writes an exact fraction as plain decimal text, without an exponent and without floats.
 *
 * @param style rounds `halfUp` by default.
 * @throws TernError `number/significantDigits`, `number/fixedDigits`, `math/divisionByZero`.
 * @example formatDecimal({ numerator: 2n, denominator: 3n }, { significant: 3 }) // '0.667'
 */
export function formatDecimal(ratio: Ratio, digits: Digits, style: DecimalStyle = {}): string {
  if (ratio.denominator === 0n) throw new TernError('math/divisionByZero', {})
  const isNegative = ratio.numerator < 0n !== ratio.denominator < 0n
  const numerator = magnitude(ratio.numerator)
  const denominator = magnitude(ratio.denominator)
  const rounding = ofMagnitude(style.rounding ?? 'halfUp', isNegative)
  const places = 'fixed' in digits ? checkedFixed(digits.fixed) : placesFor(numerator, denominator, digits.significant)
  const scaled =
    places >= 0
      ? divide(numerator * 10n ** BigInt(places), denominator, rounding)
      : divide(numerator, denominator * 10n ** BigInt(-places), rounding) * 10n ** BigInt(-places)
  const text = place(scaled, Math.max(places, 0), style.grouping ?? '')
  const shown = 'fixed' in digits ? text : withoutTrailingZeros(text)
  return isNegative && scaled !== 0n ? `-${shown}` : shown
}

/** Shortens `0.5000` to `0.5`, and `3.00` to `3`. */
export function withoutTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

type MagnitudeRounding = 'down' | 'up' | 'half'

function ofMagnitude(rounding: DecimalRounding, isNegative: boolean): MagnitudeRounding {
  if (rounding === 'halfUp') return 'half'
  return (rounding === 'ceil') === isNegative ? 'down' : 'up'
}

function divide(numerator: bigint, denominator: bigint, rounding: MagnitudeRounding): bigint {
  if (rounding === 'half') return (2n * numerator + denominator) / (2n * denominator)
  return rounding === 'up' ? (numerator + denominator - 1n) / denominator : numerator / denominator
}

function checkedFixed(fixed: number): number {
  if (!Number.isInteger(fixed) || fixed < 0 || fixed > maxDigits)
    throw new TernError('number/fixedDigits', { digits: fixed })
  return fixed
}

/** Finds how many digits after the point show `significant` digits. A negative answer rounds digits before the point. */
function placesFor(numerator: bigint, denominator: bigint, significant: number): number {
  if (!Number.isInteger(significant) || significant <= 0 || significant > maxDigits)
    throw new TernError('number/significantDigits', { digits: significant })
  if (numerator === 0n) return 0
  // The difference of the lengths is the exponent of the first digit, or higher by 1.
  const guess = String(numerator).length - String(denominator).length
  const reaches =
    guess >= 0 ? numerator >= denominator * 10n ** BigInt(guess) : numerator * 10n ** BigInt(-guess) >= denominator
  return significant - 1 - (reaches ? guess : guess - 1)
}

function place(scaled: bigint, places: number, grouping: string): string {
  const all = String(scaled).padStart(places + 1, '0')
  const whole = all.slice(0, all.length - places)
  const grouped = grouping === '' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, () => grouping)
  return places === 0 ? grouped : `${grouped}.${all.slice(all.length - places)}`
}
