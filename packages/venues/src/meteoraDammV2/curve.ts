import type { Ratio } from '@tern/core'
import { maxU64 } from '@tern/core/internal'
import { reservesPrice, squareRootPrice } from '../price.ts'
import { squareRoot } from '../squareRoot.ts'
import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
import type { PoolState } from './layout.ts'

/** The amounts that move through a pool without its fee, in raw units. */
export interface Passage {
  readonly input: bigint
  readonly output: bigint
  /**
   * The square root of the price after the swap, Q64.64. 0 for a compounding pool: its price follows from the reserves.
   */
  readonly nextSqrtPrice: bigint
  readonly priceImpact: Ratio
}

/** A single direction of a pool's liquidity. */
export interface Curve {
  /** Returns the result of an input; `undefined` if it leads out of the price range. */
  fromInput(input: bigint): Passage | undefined
  /** Returns the result for an output; `undefined` if the pool has less, or if an amount exceeds 64 bits. */
  fromOutput(output: bigint): Passage | undefined
  /** The max that the price range can take; `undefined` if it has no end, or if an amount exceeds 64 bits. */
  readonly edge: Passage | undefined
  /** Max raw units that can leave. */
  readonly maxOut: bigint
}

const q128 = 1n << 128n

function ceil(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/**
 * Computes the amount of token A between two prices: `L · (upper − lower) / (upper · lower)`.
 * @see `get_delta_amount_a_unsigned` (liquidity_handler/concentrated_liquidity.rs)
 */
export function amountA(lower: bigint, upper: bigint, liquidity: bigint, rounding: 'floor' | 'ceil'): bigint {
  const numerator = liquidity * (upper - lower)
  return rounding === 'floor' ? numerator / (lower * upper) : ceil(numerator, lower * upper)
}

/**
 * Computes the amount of token B between two prices: `L · (upper − lower)`.
 * @see `get_delta_amount_b_unsigned`
 */
export function amountB(lower: bigint, upper: bigint, liquidity: bigint, rounding: 'floor' | 'ceil'): bigint {
  const product = liquidity * (upper - lower)
  return (rounding === 'floor' ? product : product + q128 - 1n) >> 128n
}

/** Token A comes in and the price falls, at most to the range's lower end (`calculate_a_to_b_…`). */
function concentratedAToB({ liquidity, sqrt_price: price, sqrt_min_price: min }: PoolState): Curve {
  const liquidityTimesPrice = liquidity * price
  const passage = (input: bigint, output: bigint, next: bigint, fall: bigint): Passage | undefined =>
    input > maxU64 || output > maxU64
      ? undefined
      : { input, output, nextSqrtPrice: next, priceImpact: { numerator: fall, denominator: price } }
  const output = (fall: bigint) => (liquidity * fall) >> 128n
  const maxFall = price - min
  return {
    fromInput(input) {
      const divisor = liquidity + input * price
      const next = (liquidityTimesPrice + divisor - 1n) / divisor
      const fall = price - next
      return fall > maxFall ? undefined : passage(input, output(fall), next, fall)
    },
    fromOutput(out) {
      const fall = ceil(out << 128n, liquidity)
      const next = price - fall
      return fall > maxFall ? undefined : passage(amountA(next, price, liquidity, 'ceil'), out, next, fall)
    },
    edge: passage(amountA(min, price, liquidity, 'ceil'), output(maxFall), min, maxFall),
    maxOut: output(maxFall),
  }
}

/** Token B comes in and the price rises, at most to the range's upper end (`calculate_b_to_a_…`). */
function concentratedBToA({ liquidity, sqrt_price: price, sqrt_max_price: max }: PoolState): Curve {
  const liquidityTimesPrice = liquidity * price
  const passage = (input: bigint, output: bigint, next: bigint, rise: bigint): Passage | undefined =>
    input > maxU64 || output > maxU64
      ? undefined
      : { input, output, nextSqrtPrice: next, priceImpact: { numerator: rise, denominator: next } }
  const maxRise = max - price
  const maxOut = amountA(price, max, liquidity, 'floor')
  return {
    fromInput(input) {
      const rise = (input << 128n) / liquidity
      if (rise > maxRise) return undefined
      const next = price + rise
      return passage(input, (liquidity * rise) / (price * next), next, rise)
    },
    fromOutput(out) {
      const divisor = liquidity - out * price
      if (divisor <= 0n) return undefined
      const next = ceil(liquidityTimesPrice, divisor)
      return next > max ? undefined : passage(amountB(price, next, liquidity, 'ceil'), out, next, next - price)
    },
    edge: passage(amountB(price, max, liquidity, 'ceil'), maxOut, max, maxRise),
    maxOut,
  }
}

/** `CompoundingLiquidity` (liquidity_handler/compounding_liquidity.rs): constant product, no price range. */
function constantProduct(reserveIn: bigint, reserveOut: bigint): Curve {
  const passage = (input: bigint, output: bigint): Passage | undefined =>
    input > maxU64 - reserveIn
      ? undefined
      : { input, output, nextSqrtPrice: 0n, priceImpact: { numerator: input, denominator: reserveIn + input } }
  return {
    fromInput: input => passage(input, floorQuotient(reserveOut, input, reserveIn + input)),
    fromOutput: output =>
      output < reserveOut ? passage(ceilQuotient(reserveIn, output, reserveOut - output), output) : undefined,
    edge: undefined,
    maxOut: reserveOut,
  }
}

/** Checks if fees compound. Then the reserves alone set the price (`CollectFeeMode::Compounding`, state/pool.rs). */
export function isCompounding(pool: Pick<PoolState, 'collect_fee_mode'>): boolean {
  return pool.collect_fee_mode === 2
}

/**
 * Computes the price.
 * @returns raw units out per raw unit in, before fees.
 */
export function priceOf(
  pool: Pick<PoolState, 'collect_fee_mode' | 'sqrt_price' | 'token_a_amount' | 'token_b_amount'>,
  direction: 'aToB' | 'bToA',
): Ratio {
  const { token_a_amount: a, token_b_amount: b, sqrt_price } = pool
  if (isCompounding(pool)) return direction === 'aToB' ? reservesPrice(a, b) : reservesPrice(b, a)
  return squareRootPrice(sqrt_price, direction === 'aToB' ? 'first' : 'second')
}

/**
 * Returns a direction of a pool.
 * `undefined` if it has no liquidity, or if its price is outside its range. The program never leaves a price there.
 */
export function curveOf(pool: PoolState, direction: 'aToB' | 'bToA'): Curve | undefined {
  if (pool.liquidity === 0n) return undefined
  const { token_a_amount: a, token_b_amount: b, sqrt_price, sqrt_min_price, sqrt_max_price } = pool
  if (isCompounding(pool)) {
    if (a === 0n || b === 0n) return undefined
    return direction === 'aToB' ? constantProduct(a, b) : constantProduct(b, a)
  }
  if (sqrt_price === 0n || sqrt_min_price === 0n) return undefined
  if (direction === 'aToB') return sqrt_price >= sqrt_min_price ? concentratedAToB(pool) : undefined
  return sqrt_price <= sqrt_max_price ? concentratedBToA(pool) : undefined
}

/**
 * Computes a square root of a price in Q64.64, rounded down.
 * @see `get_sqrt_price_from_amounts` (liquidity_handler/compounding_liquidity.rs)
 */
export function sqrtPriceOf(amountA: bigint, amountB: bigint): bigint {
  return squareRoot((amountB << 128n) / amountA)
}
