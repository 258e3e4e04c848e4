/**
 * Exact `a · b / d` of 64-bit amounts at the speed of doubles. A product of two amounts takes 128 bits, for which `bigint`
 * allocates and calls out; here a double estimates the quotient and 64-bit arithmetic, which wraps, tells what is left over.
 *
 * Why that is exact, with q = a · b / d for 0 ≤ a, b < 2^64 and 0 < d < 2^60, and u = 2^-53:
 *
 * 1. The estimate x is q after six roundings at most (a, b and d to doubles, d perhaps as the sum of two that were rounded, their
 *    product, the division), each by at most u of what it rounds; nothing overflows. So |x − q| < 6.01 u · q. The estimate is used
 *    below 2^52 only, so |x − q| < 3.01.
 * 2. x − ½ is taken without an error that counts (½ is a multiple of the last place of every x that is not tiny). For
 *    x ≥ ½, adding it to 2^52 gives a double of which the low 52 bits are an integer Q, rounded to nearest: x − 1 ≤ Q ≤ x.
 *    For x < ½ the sum is 2^52 or the double below it, whose bits are one less: Q is 0 or −1, where ⌊q⌋ is 0.
 * 3. Hence Q differs from the whole quotient ⌊q⌋ by at most 4: Q ≤ x < q + 3.01 < ⌊q⌋ + 4.01, and
 *    Q ≥ x − 1 > q − 4.01 ≥ ⌊q⌋ − 4.01.
 * 4. a · b − Q · d = (⌊q⌋ − Q) · d + r with 0 ≤ r < d, so it lies in [−4d, 5d). To round up, d − 1 is added to it first, as
 *    ⌈q⌉ = ⌊(a · b + d − 1) / d⌋: then it lies in [−4d, 6d), within ±2^63. So its low 64 bits, read as a signed number, are all
 *    of it, however often the products wrapped.
 * 5. Its sign and size then say how far to move Q, at most five steps; the loop ends where 0 ≤ rest < d, which is the quotient.
 */

const word = new DataView(new ArrayBuffer(8))
/** A double of this size and above, below twice that, holds a whole number in its low 52 bits. */
const two52 = 2 ** 52
const bitsOfTwo52 = 0x4330_0000_0000_0000n
/** Six divisors below this one fit into 63 bits. */
const divisorLimit = 2n ** 60n

/** The double nearest to `value`, which 64 bits hold: one rounding, as both words are exact. */
export function toDouble(value: bigint): number {
  word.setBigUint64(0, value, true)
  return word.getUint32(4, true) * 4_294_967_296 + word.getUint32(0, true)
}

/**
 * Products below this need none of it: doubles hold them exactly, and `Math.floor(p / d)` and `Math.ceil(p / d)` of one, with d
 * whole, are the quotients. For p / d, where it is not whole, is 1 / d or more away from the next whole number; rounding moves
 * it by p / d · u at most, which is less; and as whole numbers are doubles themselves, it is not rounded across one either.
 */
export const exactLimit = 2 ** 53

/** `fromDouble` takes no more. */
export const exactDouble = 2 ** 52

/** The `bigint` of a whole number from 0 to 2^52: added to 2^52 it stands in the low bits. */
export function fromDouble(value: number): bigint {
  word.setFloat64(0, value + two52, true)
  return BigInt.asIntN(64, word.getBigInt64(0, true) - bitsOfTwo52)
}

/**
 * `a · b / d`, rounded down. `a` and `b` are 64-bit amounts, `d` is above 0, of any size. `estimate`: of the quotient, as above, from those
 * who have some of its parts in doubles.
 */
export function floorQuotient(a: bigint, b: bigint, d: bigint, estimate?: number): bigint {
  return wholeQuotient(a, b, 0n, d, estimate)
}

/** `a · b / d`, rounded up; all as of `floorQuotient`. */
export function ceilQuotient(a: bigint, b: bigint, d: bigint, estimate?: number): bigint {
  return wholeQuotient(a, b, d - 1n, d, estimate)
}

/** `(a · b + more) / d`, rounded down, with 0 ≤ `more` < `d`. */
function wholeQuotient(
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
