import { TernError } from './errors.ts'

/** An exact fraction. `denominator` is positive. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/**
 * Makes a fraction in lowest terms with a positive denominator.
 *
 * @throws TernError `math/divisionByZero` if `denominator` is zero.
 * @example
 * ratio(2n, -4n) // { numerator: -1n, denominator: 2n }
 */
export function ratio(numerator: bigint, denominator: bigint): Ratio {
  if (denominator === 0n) throw new TernError('math/divisionByZero', {})
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/** The result has the sign of `b`, so that dividing by it makes `b` positive. */
function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x < 0n === b < 0n ? x : -x
}

/**
 * Multiplies two fractions exactly.
 *
 * @throws TernError `math/divisionByZero` if a denominator is zero.
 * @example
 * multiplyRatios({ numerator: 2n, denominator: 3n }, { numerator: 3n, denominator: 4n }) // { numerator: 1n, denominator: 2n }
 */
export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return ratio(a.numerator * b.numerator, a.denominator * b.denominator)
}

/**
 * Turns a fraction over.
 *
 * @throws TernError `math/divisionByZero` if the fraction is zero.
 * @example
 * invertRatio({ numerator: -2n, denominator: 3n }) // { numerator: -3n, denominator: 2n }
 */
export function invertRatio({ numerator, denominator }: Ratio): Ratio {
  return ratio(denominator, numerator)
}

/**
 * Compares two fractions for `sort`. Both denominators must be positive.
 *
 * @example
 * compareRatios({ numerator: 1n, denominator: 2n }, { numerator: 1n, denominator: 3n }) // 1
 */
export function compareRatios(a: Ratio, b: Ratio): -1 | 0 | 1 {
  const left = a.numerator * b.denominator
  const right = b.numerator * a.denominator
  return left < right ? -1 : left > right ? 1 : 0
}
