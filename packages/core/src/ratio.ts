import { TernError } from './errors.ts'

/** An exact fraction. `denominator` is positive. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The fraction in lowest terms with a positive denominator. @throws TernError `math/divisionByZero`. */
export function ratio(numerator: bigint, denominator: bigint): Ratio {
  if (denominator === 0n) throw new TernError('math/divisionByZero', {})
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/** Carries the sign of `b`, so that dividing by it leaves `b` positive. */
function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x < 0n === b < 0n ? x : -x
}

/** Exact; @throws TernError `math/divisionByZero` when a denominator is zero. */
export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return ratio(a.numerator * b.numerator, a.denominator * b.denominator)
}

/** @throws TernError `math/divisionByZero` when the ratio is zero. */
export function invertRatio({ numerator, denominator }: Ratio): Ratio {
  return ratio(denominator, numerator)
}

/** Negative, zero or positive, as for `sort`. */
export function compareRatios(a: Ratio, b: Ratio): -1 | 0 | 1 {
  const left = a.numerator * b.denominator
  const right = b.numerator * a.denominator
  return left < right ? -1 : left > right ? 1 : 0
}
