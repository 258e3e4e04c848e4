import { toDouble, wholeQuotient } from '../wideQuotient.ts'
import type { StableCurve } from './layout.ts'

/** `PRECISION` of depeg prices (dynamic-amm/src/constants.rs). */
export const depegPrecision = 1_000_000n
/** Max steps of each iteration. */
const maxSteps = 256
const u128 = 2n ** 128n
const u192 = 2n ** 192n
/** Reserves of most pools are below this limit. Then 64-bit arithmetic finds the quotients of the iteration. */
const shortLimit = 2n ** 59n

/** The result of an iteration. The program pays for each step with compute units. */
export interface Root {
  readonly value: bigint
  readonly steps: number
}

/** A stable curve, with the factors that make raw units of both tokens worth the same. */
export interface Stable {
  readonly amp: bigint
  /** The factor of token A and the factor of token B. */
  readonly factors: readonly [bigint, bigint]
}

/**
 * Prepares the curve of a stable pool. The program multiplies by the decimals' factor and the price one after the
 * other, and divides in the same way. Two divisions that round down are one division by the product.
 *
 * @param virtualPrice the price of token B, in parts of `depegPrecision`. Ignored if both tokens have the same price.
 * @see `upscale_token_a`, `downscale_token_a` and its siblings (dynamic-amm-quote/src/math/stable_swap.rs)
 */
export function prepareStable(curve: StableCurve, virtualPrice: bigint): Stable {
  const { amp, token_a_multiplier: a, token_b_multiplier: b } = curve
  return { amp, factors: curve.depeg_type === 0 ? [a, b] : [a * depegPrecision, b * virtualPrice] }
}

/**
 * Computes the invariant D with the program's roundings.
 *
 * @param a the source's reserve times its factor, above 0. In the other order, the result may differ.
 * @param b the destination's reserve times its factor, above 0.
 * @returns `undefined` if a number of the program would overflow.
 * @see `compute_d2` (stable-swap-math/src/curve.rs)
 */
export function computeD(amp: bigint, a: bigint, b: bigint): Root | undefined {
  const sum = a + b
  const ann = amp * 2n
  const leverage = sum * ann
  const [a2, b2] = [a * 2n, b * 2n]
  if (a2 >= u128 || b2 >= u128 || leverage >= u128 || ann === 0n) return undefined
  let d = sum
  let steps = 0
  while (steps < maxSteps) {
    steps++
    const square = d * d
    const cube = (square / a2) * d
    const product = cube / b2
    const numerator = d * (product * 2n + leverage)
    const denominator = d * (ann - 1n) + product * 3n
    if (square >= u192 || cube >= u192 || numerator >= u192 || denominator >= u192 || denominator === 0n)
      return undefined
    const next = numerator / denominator
    const change = next - d
    d = next
    if (change <= 1n && change >= -1n) break
  }
  return { value: d, steps }
}

/**
 * Computes the other reserve that keeps the invariant, with the program's roundings.
 *
 * @param x the known reserve times its factor, above 0.
 * @returns `undefined` if a number of the program would overflow.
 * @see `compute_y_raw2` (stable-swap-math/src/curve.rs)
 */
export function computeY(amp: bigint, x: bigint, d: bigint): Root | undefined {
  const ann = amp * 2n
  const square = d * d
  const cube = (square / (x * 2n)) * d
  if (x * 2n >= u128 || square >= u192 || cube >= u192) return undefined
  const c = cube / (ann * 2n)
  const b = d / ann + x - d
  const nearC = Number(c)
  let y = d
  let steps = 0
  while (steps < maxSteps) {
    steps++
    const denominator = y * 2n + b
    if (denominator <= 0n) return undefined
    let next: bigint
    // If d is below this limit, so are −b and y.
    if (d < shortLimit && denominator < shortLimit) {
      const nearY = toDouble(y)
      next = wholeQuotient(y, y, c, denominator, (nearY * nearY + nearC) / toDouble(denominator))
    } else {
      const numerator = y * y + c
      if (numerator >= u192) return undefined
      next = numerator / denominator
    }
    const change = y - next
    y = next
    if (change <= 1n && change >= -1n) break
  }
  return y < u128 ? { value: y, steps } : undefined
}

/**
 * Computes the output of a swap without fees.
 *
 * @param source raw units in. The reserves are raw units, too.
 * @param d the invariant of both reserves.
 * @returns `undefined` if nothing comes out, or if a number of the program would overflow.
 * @see `swap_to2` (stable-swap-math/src/curve.rs)
 */
export function swapStable(
  amp: bigint,
  [factorIn, factorOut]: readonly [bigint, bigint],
  [reserveIn, reserveOut]: readonly [bigint, bigint],
  source: bigint,
  d: bigint,
): Root | undefined {
  const y = computeY(amp, (reserveIn + source) * factorIn, d)
  if (y === undefined) return undefined
  const out = reserveOut * factorOut - y.value - 1n
  return out < 0n ? undefined : { value: out / factorOut, steps: y.steps }
}

/**
 * Estimates the input that brings `out`, from the same invariant. The program has no such function.
 * @returns `undefined` if no input brings that much.
 */
export function estimateStableInput(
  amp: bigint,
  [factorIn, factorOut]: readonly [bigint, bigint],
  [reserveIn, reserveOut]: readonly [bigint, bigint],
  out: bigint,
  d: bigint,
): bigint | undefined {
  const left = (reserveOut - out) * factorOut - 1n
  if (left < 0n) return undefined
  // The iteration may leave a reserve of zero.
  const x = computeY(amp, left === 0n ? 1n : left, d)
  if (x === undefined) return undefined
  const source = x.value / factorIn - reserveIn
  return source > 1n ? source : 1n
}
