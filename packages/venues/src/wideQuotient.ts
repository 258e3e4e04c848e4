/**
 * Exact `a · b / d` of 64-bit amounts at the speed of doubles. A product of two amounts takes 128 bits, for which `bigint`
 * allocates and calls out; here a double estimates the quotient and 64-bit arithmetic, which wraps and so stays exact,
 * tells what is left over.
 */

const word = new DataView(new ArrayBuffer(8))
/** A double of this size and above holds whole numbers only, in its low 52 bits. */
const two52 = 2 ** 52
const bitsOfTwo52 = 0x4330_0000_0000_0000n
/** A remainder that is off by a few of these still has its sign in 64 bits. */
const mostDivisor = 2n ** 60n

/** The double nearest to `value`, which 64 bits hold. */
function toDouble(value: bigint): number {
  word.setBigUint64(0, value, true)
  return word.getUint32(4, true) * 4_294_967_296 + word.getUint32(0, true)
}

/** `a · b / d`, rounded down. `a` and `b` are 64-bit amounts, `d` is above 0. */
export function floorQuotient(a: bigint, b: bigint, d: bigint): bigint {
  if (d >= mostDivisor) return (a * b) / d
  // Five roundings of 2^-53 each: off by less than 3 in the worst case, and nearly always right.
  const estimate = (toDouble(a) * toDouble(b)) / toDouble(d)
  if (!(estimate < two52)) return (a * b) / d
  word.setFloat64(0, estimate - 0.5 + two52, true)
  const quotient = BigInt.asIntN(64, word.getBigInt64(0, true) - bitsOfTwo52)
  const rest = BigInt.asIntN(64, a * b - quotient * d)
  return rest >= 0n && rest < d ? quotient : corrected(quotient, rest, d)
}

function corrected(estimate: bigint, left: bigint, d: bigint): bigint {
  let quotient = estimate
  let rest = left
  for (; rest < 0n; rest += d) quotient -= 1n
  for (; rest >= d; rest -= d) quotient += 1n
  return quotient
}

/** `a · b / d`, rounded up. `a` and `b` are 64-bit amounts, `d` is above 0. */
export function ceilQuotient(a: bigint, b: bigint, d: bigint): bigint {
  const quotient = floorQuotient(a, b, d)
  return BigInt.asUintN(64, a * b - quotient * d) === 0n ? quotient : quotient + 1n
}
