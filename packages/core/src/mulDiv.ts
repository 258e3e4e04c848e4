import { TernError } from './errors.ts'

/** `floor` rounds down the number line, `ceil` up. */
export type Rounding = 'floor' | 'ceil'

/**
 * Computes `a · b / denominator` exactly, and rounds once.
 *
 * @throws TernError `math/divisionByZero`.
 * @example mulDiv(7n, 3n, 2n, 'ceil') // 11n
 */
export function mulDiv(a: bigint, b: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator === 0n) throw new TernError('math/divisionByZero', {})
  const product = a * b
  const quotient = product / denominator
  const rest = product - quotient * denominator
  if (rest === 0n) return quotient
  const isNegative = rest < 0n !== denominator < 0n
  if (rounding === 'floor') return isNegative ? quotient - 1n : quotient
  return isNegative ? quotient : quotient + 1n
}

/**
 * Computes `numerator / denominator`, rounded up the number line.
 *
 * @throws TernError `math/divisionByZero`.
 * @example
 * ceilDiv(7n, 2n) // 4n
 */
export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return mulDiv(numerator, 1n, denominator, 'ceil')
}
