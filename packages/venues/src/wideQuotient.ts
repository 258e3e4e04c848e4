/**
 * Exact `a · b / d` of 64-bit amounts at the speed of doubles. A product of two amounts takes 128 bits, and `bigint`
 * allocates memory and calls out for such a product. Here, a double estimates the quotient, and 64-bit arithmetic that
 * wraps finds the rest.
 *
 * Proof, with q = a · b / d for 0 ≤ a, b < 2^64 and 0 < d < 2^60, and u = 2^-53:
 *
 * 1. The estimate x is q after at most six roundings: a, b and d to doubles (d perhaps as a sum of two rounded parts), their
 *    product, and the division. Each rounding errs by at most u times the rounded value; nothing overflows.
 *    So |x − q| < 6.01 u · q. The estimate is used only below 2^52, so |x − q| < 3.01.
 * 2. x − ½ has no relevant error: ½ is a multiple of the last place of every x that is not tiny.
 *    If x ≥ ½, adding it to 2^52 gives a double whose low 52 bits are an integer Q, rounded to nearest: x − 1 ≤ Q ≤ x.
 *    If x < ½, the sum is 2^52 or the double just below. The low bits then read 0 or −1, so Q is 0 or −1; ⌊q⌋ is 0.
 * 3. Hence Q differs from the whole quotient ⌊q⌋ by at most 4: Q ≤ x < q + 3.01 < ⌊q⌋ + 4.01, and
 *    Q ≥ x − 1 > q − 4.01 ≥ ⌊q⌋ − 4.01.
 * 4. a · b − Q · d = (⌊q⌋ − Q) · d + r with 0 ≤ r < d, so it lies in [−4d, 5d). To round up, add d − 1 first, because
 *    ⌈q⌉ = ⌊(a · b + d − 1) / d⌋. The sum lies in [−4d, 6d), within ±2^63. So its low 64 bits, read as a signed number, are
 *    the whole value, however often the products wrapped.
 * 5. Its sign and size then show how far to move Q, at most five steps. The loop ends at 0 ≤ rest < d: the exact quotient.
 */

const word = new DataView(new ArrayBuffer(8))
/** A double from this value to twice this value has a last place of 1, so its low 52 bits hold a whole number. */
const two52 = 2 ** 52
const bitsOfTwo52 = 0x4330_0000_0000_0000n
/** Six divisors below this limit fit into 63 bits. */
const divisorLimit = 2n ** 60n

/** Returns the double nearest to `value`, a 64-bit amount. Only the addition rounds, because both halves are exact. */
export function toDouble(value: bigint): number {
  word.setBigUint64(0, value, true)
  return word.getUint32(4, true) * 4_294_967_296 + word.getUint32(0, true)
}

/**
 * If a product p is below this limit, doubles hold it exactly. Then `Math.floor(p / d)` and `Math.ceil(p / d)` are
 * exact for whole d. Reason: if p / d is not whole, it is at least 1 / d away from a whole number. Rounding moves it by
 * at most p / d · u, which is less. Whole numbers are doubles themselves, so rounding does not cross a whole number
 * either.
 */
export const exactLimit = 2 ** 53

/** Max input of `fromDouble`. */
export const exactDouble = 2 ** 52

/** Converts a whole number from 0 to 2^52 to `bigint`: added to 2^52, the number appears in the low bits. */
export function fromDouble(value: number): bigint {
  word.setFloat64(0, value + two52, true)
  return BigInt.asIntN(64, word.getBigInt64(0, true) - bitsOfTwo52)
}

/**
 * Computes `a · b / d`, rounded down.
 *
 * @param a from 0, below 2^64; likewise `b`.
 * @param d above 0, of any size.
 * @param estimate of the quotient, with the error bound above, if the caller has parts of it in doubles.
 */
export function floorQuotient(a: bigint, b: bigint, d: bigint, estimate?: number): bigint {
  return wholeQuotient(a, b, 0n, d, estimate)
}

/** Computes `a · b / d`, rounded up. Parameters as in `floorQuotient`. */
export function ceilQuotient(a: bigint, b: bigint, d: bigint, estimate?: number): bigint {
  return wholeQuotient(a, b, d - 1n, d, estimate)
}

/**
 * Computes `(a · b + more) / d`, rounded down, with 0 ≤ `more` < `d`.
 * A larger `more` needs an `estimate` of the whole quotient, with the error bound above.
 */
export function wholeQuotient(
  a: bigint,
  b: bigint,
  more: bigint,
  d: bigint,
  estimate = (toDouble(a) * toDouble(b)) / toDouble(d),
): bigint {
  if (d >= divisorLimit || !(estimate < two52)) return (a * b + more) / d
  word.setFloat64(0, estimate - 0.5 + two52, true)
  const quotient = BigInt.asIntN(64, word.getBigInt64(0, true) - bitsOfTwo52)
  const rest = BigInt.asIntN(64, a * b + more - quotient * d)
  return rest >= 0n && rest < d ? quotient : corrected(quotient, rest, d)
}

function corrected(near: bigint, left: bigint, d: bigint): bigint {
  let quotient = near
  let rest = left
  for (; rest < 0n; rest += d) quotient -= 1n
  for (; rest >= d; rest -= d) quotient += 1n
  return quotient
}
