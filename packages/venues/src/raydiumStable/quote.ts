import { type Bracket, findBracket, type Model } from './model.ts'

/** How a token's raw units become the table's: `amount · sys_decimal_value / 10^decimals`, rounded down. */
export interface Unit {
  readonly multiplier: bigint
  readonly divisor: bigint
}

/** A pool on its table. The pc token is the table's x, and the coin token its y. */
export interface Curve {
  readonly model: Model
  /** Size of the pool: raw units are the table's units times `ratio / model.multiplier`. */
  readonly ratio: bigint
  /** The pool's place, in the table's units. */
  readonly x: bigint
  readonly y: bigint
}

/** Converts raw units to the unit that both tokens share. */
export function normalize(amount: bigint, { multiplier, divisor }: Unit): bigint {
  return multiplier === divisor ? amount : (amount * multiplier) / divisor
}

/** Converts back to raw units, rounded down. */
function restore(amount: bigint, { multiplier, divisor }: Unit): bigint {
  return multiplier === divisor ? amount : (amount * divisor) / multiplier
}

/**
 * Finds a pool's place on the table, where x / y is the pool's.
 *
 * @param pc the pool's reserve in the shared unit, as `normalize` returns it. Likewise `coin`.
 * @returns `undefined` if the table has no such place, or if the pool is too small for it. The program then fails.
 */
export function curveOf(model: Model, pc: bigint, coin: bigint): Curve | undefined {
  if (pc <= 0n || coin <= 0n) return undefined
  const { multiplier } = model
  const ratio = ratioOf(model, pc, coin)
  if (ratio === undefined || ratio <= 0n) return undefined
  return { model, ratio, x: (pc * multiplier) / ratio, y: (coin * multiplier) / ratio }
}

function ratioOf(model: Model, pc: bigint, coin: bigint): bigint | undefined {
  const { multiplier } = model
  const isWhole = (index: number) => model.y(index) > 0n
  const place = findBracket(
    index => (isWhole(index) ? (model.x(index) * multiplier) / model.y(index) : 0n),
    (pc * multiplier) / coin,
    1,
  )
  if (place === undefined) return undefined
  const x1 = model.x(place.lower)
  if (place.lower === place.upper) return x1 === 0n ? undefined : (pc * multiplier) / x1
  const [y1, x2, y2] = [model.y(place.lower), model.x(place.upper), model.y(place.upper)]
  // The line through both elements meets the line of the pool's x / y at `numerator / denominator`.
  const denominator = coin * (x2 * y1 - x1 * y2)
  const numerator = x1 * denominator + (x2 - x1) * (pc * y1 - x1 * coin) * y2
  return numerator === 0n ? undefined : (pc * multiplier * denominator) / numerator
}

/** Returns the table's price of the smallest trades: pc per coin, times the multiplier. */
export function priceAt({ model, x, y }: Curve, paid: 'pc' | 'coin'): bigint | undefined {
  const place = paid === 'pc' ? bracketOfX(model, x) : bracketOfY(model, y)
  if (place === undefined) return undefined
  const isElement = place.lower === place.upper
  return model.price(paid === 'pc' ? place.upper + Number(isElement) : place.lower - Number(isElement))
}

const bracketOfX = (model: Model, x: bigint): Bracket | undefined => findBracket(model.x, x, 1)
const bracketOfY = (model: Model, y: bigint): Bracket | undefined => findBracket(model.y, y, -1)

/**
 * Computes the coins that an amount of pc trades for.
 *
 * @param size pc in the shared unit. If the pc flow `in`, the result is the output. If the pc flow `out`, the result is the input.
 *   The program rounds this input up only between elements.
 * @returns coins in the shared unit. `undefined` if the program fails: beyond the table, or on the wrong side of it.
 */
function coinsForPc(curve: Curve, size: bigint, flow: 'in' | 'out'): bigint | undefined {
  const { model, ratio, x, y } = curve
  const { multiplier } = model
  const isIn = flow === 'in'
  const step = (size * multiplier) / ratio
  const there = isIn ? x + step : x - step
  const place = bracketOfX(model, there)
  if (place === undefined) return undefined
  const { lower, upper } = place
  if (lower === upper) return toReal(curve, isIn ? y - model.y(lower) : model.y(lower) - y)
  const price = model.price(isIn ? upper : lower)
  if (price === 0n) return undefined
  const [x1, x2] = [model.x(lower), model.x(upper)]
  if (x >= x1 && x <= x2) return (size * multiplier) / price
  const moved = isIn
    ? y - (model.y(lower) - ((there - x1) * multiplier) / price)
    : model.y(upper) + ceilOf((x2 - there) * multiplier, price) - y
  return toReal(curve, moved)
}

/** Computes the pc that an amount of coins trades for. The counterpart of `coinsForPc`. */
function pcForCoins(curve: Curve, size: bigint, flow: 'in' | 'out'): bigint | undefined {
  const { model, ratio, x, y } = curve
  const { multiplier } = model
  const isIn = flow === 'in'
  const step = (size * multiplier) / ratio
  const there = isIn ? y + step : y - step
  const place = bracketOfY(model, there)
  if (place === undefined) return undefined
  const { lower, upper } = place
  if (lower === upper) return toReal(curve, isIn ? x - model.x(lower) : model.x(lower) - x)
  const price = model.price(isIn ? lower : upper)
  const [y1, y2] = [model.y(lower), model.y(upper)]
  if (y >= y2 && y <= y1) return (size * price) / multiplier
  const moved = isIn
    ? x - (model.x(upper) - (price * (there - y2)) / multiplier)
    : model.x(lower) + ceilOf(price * (y1 - there), multiplier) - x
  return toReal(curve, moved)
}

/** Converts the table's units to the shared unit, rounded down. The program fails below 0. */
function toReal({ model, ratio }: Curve, amount: bigint): bigint | undefined {
  return amount < 0n ? undefined : (amount * ratio) / model.multiplier
}

function ceilOf(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/**
 * Divides and rounds up, as the program does it: a result below 1 becomes 1 from a half on, and 0 below.
 *
 * @see `CheckedCeilDiv` (math.rs of AMM v4)
 */
function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  if (quotient === 0n) return numerator * 2n >= denominator ? 1n : 0n
  return quotient * denominator === numerator ? quotient : quotient + 1n
}

/** A pool, ready to quote. */
export interface StablePool {
  readonly curve: Curve
  /** Raw units that the pool holds and does not owe. */
  readonly pc: bigint
  readonly coin: bigint
  readonly pcUnit: Unit
  readonly coinUnit: Unit
  readonly feeNumerator: bigint
  readonly feeDenominator: bigint
  readonly abortTradeFactor: bigint
}

/** Amounts of a swap, in raw units. */
export interface SwapResult {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Input that moves the price: `amountIn` minus the fee. */
  readonly inputSwapped: bigint
}

/**
 * Quotes a swap of an exact input, with the program's rounding at every step.
 *
 * @param amountIn raw units, within 64 bits.
 * @returns `undefined` if the program fails, except for the pool's imbalance: see `isBalancedAfter`.
 */
export function swapBaseIn(pool: StablePool, paid: 'pc' | 'coin', amountIn: bigint): SwapResult | undefined {
  const { curve, pcUnit, coinUnit } = pool
  const inputSwapped = amountIn - ceilDiv(amountIn * pool.feeNumerator, pool.feeDenominator)
  const out =
    paid === 'pc'
      ? coinsForPc(curve, normalize(inputSwapped, pcUnit), 'in')
      : pcForCoins(curve, normalize(inputSwapped, coinUnit), 'in')
  return out === undefined
    ? undefined
    : { amountIn, amountOut: restore(out, paid === 'pc' ? coinUnit : pcUnit), inputSwapped }
}

/**
 * Quotes a swap for an exact output, with the program's rounding at every step.
 *
 * @param amountOut raw units, within 64 bits.
 * @returns `undefined` if the program fails, except for the pool's imbalance. It fails if its input, rounded down, is 0.
 */
export function swapBaseOut(pool: StablePool, paid: 'pc' | 'coin', amountOut: bigint): SwapResult | undefined {
  const { curve, pcUnit, coinUnit, feeNumerator, feeDenominator } = pool
  const into =
    paid === 'pc'
      ? pcForCoins(curve, normalize(amountOut, coinUnit), 'out')
      : coinsForPc(curve, normalize(amountOut, pcUnit), 'out')
  if (into === undefined) return undefined
  const inputSwapped = restore(into, paid === 'pc' ? pcUnit : coinUnit)
  if (inputSwapped === 0n) return undefined
  return { amountIn: ceilDiv(inputSwapped * feeDenominator, feeDenominator - feeNumerator), amountOut, inputSwapped }
}

/**
 * Finds the min exact input that brings an output, for outputs that `swapBaseOut` cannot bring. Such an output costs less than a
 * unit, or leads to a gap between the program's lines from element to element.
 */
export function minInput(pool: StablePool, paid: 'pc' | 'coin', amountOut: bigint): SwapResult | undefined {
  let [tooLow, enough] = [0n, 1n]
  let found = swapBaseIn(pool, paid, enough)
  while (found !== undefined && found.amountOut < amountOut) {
    tooLow = enough
    enough *= 2n
    found = swapBaseIn(pool, paid, enough)
  }
  while (enough - tooLow > 1n && found !== undefined) {
    const middle = (tooLow + enough) / 2n
    const tried = swapBaseIn(pool, paid, middle)
    if (tried !== undefined && tried.amountOut < amountOut) tooLow = middle
    else {
      enough = middle
      found = tried
    }
  }
  return found
}

/** Checks if the pool still holds enough of both tokens after a swap. Otherwise the program fails (`AbortTrade`). */
export function isBalancedAfter(pool: StablePool, paid: 'pc' | 'coin', { amountIn, amountOut }: SwapResult): boolean {
  const { abortTradeFactor: factor } = pool
  const pc = normalize(paid === 'pc' ? pool.pc + amountIn : pool.pc - amountOut, pool.pcUnit)
  const coin = normalize(paid === 'pc' ? pool.coin - amountOut : pool.coin + amountIn, pool.coinUnit)
  return pc > coin / factor && coin > pc / factor
}
