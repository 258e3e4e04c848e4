import { maxU64, type Ratio } from '@tern/core'
import { reservesPrice, squareRootPrice } from '../price.ts'
import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
import type { PoolState } from './layout.ts'
import { squareRoot } from './squareRoot.ts'

/** What passes through a pool, its fee left out. Raw units. */
export interface Passage {
  readonly input: bigint
  readonly output: bigint
  /** The square root of the price afterwards, Q64.64; of a pool that compounds it follows from the reserves instead. */
  readonly nextSqrtPrice: bigint
  readonly priceImpact: Ratio
}

/** One direction of a pool's liquidity. */
export interface Curve {
  /** What an input brings; `undefined` where it leads out of the price range. */
  fromInput(input: bigint): Passage | undefined
  /** What an output takes; `undefined` where there is not that much, or 64 bits do not hold it. */
  fromOutput(output: bigint): Passage | undefined
  /** All that the price range can take; `undefined` where there is no end to it. */
  readonly edge: Passage | undefined
  /** Raw units that can leave at the very most. */
  readonly mostOut: bigint
}

const q128 = 1n << 128n

function ceil(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/** `get_delta_amount_a_unsigned` (liquidity_handler/concentrated_liquidity.rs): `L · (upper − lower) / (upper · lower)`. */
export function amountA(lower: bigint, upper: bigint, liquidity: bigint, rounding: 'floor' | 'ceil'): bigint {
  const numerator = liquidity * (upper - lower)
  return rounding === 'floor' ? numerator / (lower * upper) : ceil(numerator, lower * upper)
}

/** `get_delta_amount_b_unsigned`: `L · (upper − lower)`. */
export function amountB(lower: bigint, upper: bigint, liquidity: bigint, rounding: 'floor' | 'ceil'): bigint {
  const product = liquidity * (upper - lower)
  return (rounding === 'floor' ? product : product + q128 - 1n) >> 128n
}

/** Token A comes in and the price falls, at most to the range's lower end (`calculate_a_to_b_…`). */
function concentratedAToB({ liquidity, sqrt_price: price, sqrt_min_price: least }: PoolState): Curve {
  const liquidityTimesPrice = liquidity * price
  const passage = (input: bigint, output: bigint, next: bigint, fall: bigint): Passage | undefined =>
    input > maxU64 || output > maxU64
      ? undefined
      : { input, output, nextSqrtPrice: next, priceImpact: { numerator: fall, denominator: price } }
  const output = (fall: bigint) => (liquidity * fall) >> 128n
  const mostFall = price - least
  return {
    fromInput(input) {
      const divisor = liquidity + input * price
      const next = (liquidityTimesPrice + divisor - 1n) / divisor
      const fall = price - next
      return fall > mostFall ? undefined : passage(input, output(fall), next, fall)
    },
    fromOutput(out) {
      const fall = ceil(out << 128n, liquidity)
      const next = price - fall
      return fall > mostFall ? undefined : passage(amountA(next, price, liquidity, 'ceil'), out, next, fall)
    },
    edge: passage(amountA(least, price, liquidity, 'ceil'), output(mostFall), least, mostFall),
    mostOut: output(mostFall),
  }
}

/** Token B comes in and the price rises, at most to the range's upper end (`calculate_b_to_a_…`). */
function concentratedBToA({ liquidity, sqrt_price: price, sqrt_max_price: most }: PoolState): Curve {
  const liquidityTimesPrice = liquidity * price
  const passage = (input: bigint, output: bigint, next: bigint, rise: bigint): Passage | undefined =>
    input > maxU64 || output > maxU64
      ? undefined
      : { input, output, nextSqrtPrice: next, priceImpact: { numerator: rise, denominator: next } }
  const mostRise = most - price
  const mostOut = amountA(price, most, liquidity, 'floor')
  return {
    fromInput(input) {
      const rise = (input << 128n) / liquidity
      if (rise > mostRise) return undefined
      const next = price + rise
      return passage(input, (liquidity * rise) / (price * next), next, rise)
    },
    fromOutput(out) {
      const divisor = liquidity - out * price
      if (divisor <= 0n) return undefined
      const next = ceil(liquidityTimesPrice, divisor)
      return next > most ? undefined : passage(amountB(price, next, liquidity, 'ceil'), out, next, next - price)
    },
    edge: passage(amountB(price, most, liquidity, 'ceil'), mostOut, most, mostRise),
    mostOut,
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
    mostOut: reserveOut,
  }
}

/** Whether fees compound, and the reserves alone make the price (`CollectFeeMode::Compounding`, state/pool.rs). */
export function isCompounding(pool: Pick<PoolState, 'collect_fee_mode'>): boolean {
  return pool.collect_fee_mode === 2
}

/** @returns raw units out per raw unit in, before fees. */
export function priceOf(
  pool: Pick<PoolState, 'collect_fee_mode' | 'sqrt_price' | 'token_a_amount' | 'token_b_amount'>,
  direction: 'aToB' | 'bToA',
): Ratio {
  const { token_a_amount: a, token_b_amount: b, sqrt_price } = pool
  if (isCompounding(pool)) return direction === 'aToB' ? reservesPrice(a, b) : reservesPrice(b, a)
  return squareRootPrice(sqrt_price, direction === 'aToB' ? 'first' : 'second')
}

/** One direction of a pool; `undefined` where it has no liquidity, or a price that the program never leaves it at. */
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

/** `get_sqrt_price_from_amounts` (liquidity_handler/compounding_liquidity.rs), Q64.64, rounded down. */
export function sqrtPriceOf(amountA: bigint, amountB: bigint): bigint {
  return squareRoot((amountB << 128n) / amountA)
}
