import { TernError } from './errors.ts'
import type { Ratio } from './ratio.ts'

/** `floor` and `ceil` go down and up the number line; `halfUp` to the nearest, a tie away from zero. */
export type DecimalRounding = 'floor' | 'ceil' | 'halfUp'

/** How many digits: exactly `fixed` after the point, or `significant` of them with the zeros at the end left off. */
export type Digits = { readonly fixed: number } | { readonly significant: number }

/** How a decimal is rounded and written. */
export interface DecimalStyle {
  readonly rounding?: DecimalRounding
  /** Put between groups of three digits before the point. */
  readonly grouping?: string
}

/** More digits after the point than any use of them; a bound so that a typo cannot ask for a gigabyte. */
const mostDigits = 1000

/**
 * An exact fraction as plain decimal text: no exponent, no float on the way. `halfUp` unless told.
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

/** `0.5000` as `0.5`, `3.00` as `3`. */
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
  if (!Number.isInteger(fixed) || fixed < 0 || fixed > mostDigits)
    throw new TernError('number/fixedDigits', { digits: fixed })
  return fixed
}

/** Digits after the point, negative for zeros before it, that show `significant` digits of the fraction. */
function placesFor(numerator: bigint, denominator: bigint, significant: number): number {
  if (!Number.isInteger(significant) || significant <= 0 || significant > mostDigits)
    throw new TernError('number/significantDigits', { digits: significant })
  if (numerator === 0n) return 0
  // The difference of the lengths is the exponent of the first digit, or one too many.
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
