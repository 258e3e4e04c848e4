import { type Address, type Clock, isTernError } from '@tern/core'
import type { Pool } from '../venue.ts'
import { quoteWhole } from './quoteWhole.ts'

/*
 * The index keeps a few outputs of each direction of a pool, as floats of 32 bits that are rounded to the safe side. These samples bound
 * and estimate all other outputs.
 *
 * A pool's output is a concave function of its input, apart from its `bendPpm`, and from fees that have a max or that
 * change with time. Before these fees, the output per input never rises with the input. So a sample bounds the outputs
 * of all larger inputs by the ray from zero through it, and the outputs of all smaller inputs by its output.
 *
 * The numbers of a direction:
 * 1. the price of the first unit
 * 2. the max output
 * 3. the share of the output that is left after such fees
 * 4. the min cost of an exact output, as a share of the exact input that brings it
 * 5. the inputs of the samples
 * 6. their outputs before such fees
 */

const sampleCount = 5
const inputsAt = 4
const outputsAt = inputsAt + sampleCount
/** Numbers of a direction. */
export const directionLength = outputsAt + sampleCount

/** Inputs of the samples, as shares of the input that halves the average price. */
const places = [1 / 256, 1 / 32, 1 / 4, 4, 2 ** 20] as const
/** The sample that shows if the depth has changed, and the range of its price impact while the depth counts as unchanged. */
const watched = 2
const [minImpact, maxImpact] = [0.05, 0.5]
const maxInput = 2 ** 63
/** Inputs to begin with, in the order in which they are tried. */
const firstInputs = [24, 34, 14, 44, 6, 54, 62, 2].map(bits => 2 ** bits)
/** A max input is known to this factor. */
const topFactor = 1.25
/** More than the rounding of a max input to 32 bits. */
const roundedTop = 1 + 1e-6
/** Max units by which a program's roundings can lessen an input or an output: several fees round, in each range of prices. */
const roundings = 16
/** Max units by which a program rounds an input, or an output, in the trader's favour. */
const favour = 2
/** Floats and the program's roundings are not exact. */
const slack = 1 + 1e-9

/** Rounds up to 32 bits, so that a bound stays a bound. */
function roundUp(value: number): number {
  const near = Math.fround(value)
  return near >= value ? near : Math.fround(near * (1 + 2 ** -23) + 2 ** -149)
}

/** Rounds down to 32 bits. A whole number stays whole. */
function roundDown(value: number): number {
  const near = Math.fround(value)
  return near <= value ? near : Math.fround(near * (1 - 2 ** -23))
}

/** A direction of a pool at a moment. */
export interface Side {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly clock: Clock
}

interface Sample {
  /** Before fees that bend the curve. */
  readonly output: number
  readonly kept: number
  /** A program may charge the fee of an exact output on the amount without the fee: `1 + fee` instead of `1 / (1 - fee)`. */
  readonly exactOutCost: number
  readonly price: number
  readonly impact: number
}

function sampleAt({ pool, tokenIn, clock }: Side, input: number): Sample | undefined {
  const quote = quoteWhole(pool, { tokenIn, exactIn: BigInt(Math.floor(input)) }, clock)
  if (quote === undefined) return undefined
  // Such a fee may fall until the pool is quoted.
  const addsAll = pool.changesWith?.(clock) !== undefined
  let [bendsIn, bendsOut, feesIn, feesOut] = [0n, 0n, 0n, 0n]
  for (const { kind, mint, amount } of quote.fees) {
    const bends = addsAll || kind === 'transfer'
    if (mint === tokenIn) {
      feesIn += amount
      if (bends) bendsIn += amount
    } else {
      feesOut += amount
      if (bends) bendsOut += amount
    }
  }
  const shares = [Number(feesIn) / Number(quote.amountIn), Number(feesOut) / Number(quote.amountOut + feesOut)]
  // The fees left less input than `input`. The output per input only falls, so all of `input` brings at most the proportional output.
  const lessened = Math.floor(input) / Number(quote.amountIn - bendsIn)
  const moved = Number(quote.amountIn - feesIn)
  const rounded = moved / Math.max(moved - roundings, 0)
  const bend = 1 + (pool.bendPpm ?? 0) / 1_000_000
  const output = (Number(quote.amountOut + bendsOut) + roundings) * lessened * rounded * bend
  return {
    output,
    kept: Number(quote.amountOut) / output,
    exactOutCost: shares.reduce((cost, share) => cost * (1 - share * share), 1),
    price: (bend * Number(quote.currentPrice.numerator)) / Number(quote.currentPrice.denominator),
    impact: Number(quote.priceImpact.numerator) / Number(quote.priceImpact.denominator),
  }
}

/** Finds the input that halves the average price, and the largest input that the pool takes. */
function measure(side: Side): { readonly depth: number; readonly top: number; readonly isCapped: boolean } | undefined {
  let low = firstInputs.find(input => sampleAt(side, input) !== undefined)
  if (low === undefined) return undefined
  let depth = 0
  let high = Number.POSITIVE_INFINITY
  for (let input = low; input <= maxInput && high > maxInput; input *= 16) {
    const sample = sampleAt(side, input)
    if (sample === undefined) high = input
    else {
      low = input
      if (sample.impact > 1e-4) depth = (input * (1 - sample.impact)) / sample.impact
      if (sample.impact > 0.01) break
    }
  }
  depth = depth === 0 ? low : Math.max(depth, 1)
  const far = Math.max(low, Math.min(depth * (places[sampleCount - 1] as number), maxInput))
  if (high > maxInput) {
    if (sampleAt(side, far) !== undefined) return { depth, top: far, isCapped: false }
    high = far
  }
  while (high / low > topFactor / roundedTop) {
    const middle = Math.sqrt(low * high)
    if (sampleAt(side, middle) === undefined) high = middle
    else low = middle
  }
  return { depth: Math.min(depth, low), top: low, isCapped: true }
}

/** Checks that a pool takes no amount at all. */
function isClosed({ pool, tokenIn, clock }: Side): boolean {
  try {
    pool.quote({ tokenIn, exactIn: 1n }, clock)
    return false
  } catch (error) {
    return isTernError(error) && /^quote\/(notOpen|complete|paused|noLiquidity)$/.test(error.code)
  }
}

/** Measures a direction and stores its samples at `at`. A direction that cannot trade has no outputs. */
function fit(side: Side, numbers: Float32Array, at: number): void {
  numbers.fill(0, at, at + directionLength)
  const measured = measure(side)
  if (measured === undefined) {
    // Amounts that are not sampled may trade, and no sample bounds their output.
    if (!isClosed(side)) numbers.fill(Number.POSITIVE_INFINITY, at, at + 2)
    return
  }
  const { depth, top, isCapped } = measured
  numbers[at + 3] = 1
  let last: { readonly input: number; readonly sample: Sample } | undefined
  const fitting = places.map((place, n) =>
    roundDown(Math.floor(n === sampleCount - 1 ? top : Math.min(depth * place, top))),
  )
  // Inputs that are too small to buy anything are replaced by the next larger one.
  for (let n = sampleCount - 1; n >= 0; n--) {
    const input = fitting[n] as number
    const sample = input < 1 ? undefined : sampleAt(side, input)
    if (sample !== undefined) last = { input, sample }
    if (last === undefined) throw new RangeError('the top was measured')
    numbers[at + inputsAt + n] = last.input
    numbers[at + outputsAt + n] = roundUp(last.sample.output)
    if (n === watched) numbers[at + 2] = last.sample.kept
    numbers[at + 3] = roundDown(Math.min(numbers[at + 3] as number, last.sample.exactOutCost))
    numbers[at] = roundUp(last.sample.price)
  }
  straighten(numbers, at)
  const max = numbers[at + outputsAt + sampleCount - 1] as number
  numbers[at + 1] = isCapped ? roundUp(max * topFactor) : Number.POSITIVE_INFINITY
}

/** Samples a direction at the inputs that it was measured for. `false`: the pool has changed too much. */
function refresh(side: Side, numbers: Float32Array, at: number): boolean {
  const top = numbers[at + inputsAt + sampleCount - 1] as number
  const isCapped = numbers[at + 1] !== Number.POSITIVE_INFINITY
  if (top === 0 || (isCapped && sampleAt(side, top * topFactor) !== undefined)) return false
  numbers[at + 3] = 1
  for (let n = 0; n < sampleCount; n++) {
    const input = numbers[at + inputsAt + n] as number
    const sample = sampleAt(side, input)
    if (sample === undefined) return false
    if (n === watched) {
      if (input < top && (sample.impact < minImpact || sample.impact > maxImpact)) return false
      numbers[at + 2] = sample.kept
    }
    numbers[at + 3] = roundDown(Math.min(numbers[at + 3] as number, sample.exactOutCost))
    numbers[at + outputsAt + n] = roundUp(sample.output)
    numbers[at] = roundUp(sample.price)
  }
  straighten(numbers, at)
  if (isCapped) numbers[at + 1] = roundUp((numbers[at + outputsAt + sampleCount - 1] as number) * topFactor)
  return true
}

/** Raises each sample that brings less per input than a larger sample, because coarse roundings lessened it. */
function straighten(numbers: Float32Array, at: number): void {
  let highest = 0
  for (let n = sampleCount - 1; n >= 0; n--) {
    const input = numbers[at + inputsAt + n] as number
    highest = Math.max(highest, (numbers[at + outputsAt + n] as number) / input)
    numbers[at + outputsAt + n] = roundUp(highest * input)
  }
}

/** Stores the samples of a pool's direction at `at`, in place of its earlier samples. */
export function putSamples(side: Side, numbers: Float32Array, at: number): void {
  if (!refresh(side, numbers, at)) fit(side, numbers, at)
}

/** Bounds the output of an input from above. */
export function maxOutput(numbers: Float32Array, at: number, exactIn: number): number {
  const input = exactIn + favour
  let bound = Math.min((numbers[at] as number) * input, numbers[at + 1] as number)
  if (bound === Number.POSITIVE_INFINITY) return bound
  for (let n = 0; n < sampleCount; n++) {
    const sampled = numbers[at + inputsAt + n] as number
    const output = numbers[at + outputsAt + n] as number
    if (sampled >= input) {
      if (output < bound) bound = output
      break
    }
    const ray = (output * input) / sampled
    if (ray < bound) bound = ray
  }
  // A direction that cannot trade brings nothing.
  return bound === 0 ? 0 : bound * slack + favour
}

/** Bounds the output of an input from above, by nothing but the price of the first unit. */
export function maxOutputAt(price: number, exactIn: number): number {
  return price * (exactIn + favour) * slack + favour
}

/** Bounds the input that an output takes from below. */
export function minInput(numbers: Float32Array, at: number, output: number): number {
  const wanted = output / slack - 1 - favour
  if (wanted > (numbers[at + 1] as number)) return Number.POSITIVE_INFINITY
  let bound = Math.max(wanted, 0) / (numbers[at] as number)
  if (numbers[at] === Number.POSITIVE_INFINITY) return 0
  for (let n = 0; n < sampleCount; n++) {
    const sampled = numbers[at + inputsAt + n] as number
    const reached = numbers[at + outputsAt + n] as number
    if (reached >= wanted) break
    // A larger output than the sample's takes more than the sample's input, and at least as much as the ray through it.
    const ray = (wanted * sampled) / reached
    if (ray > bound) bound = ray
  }
  return Number.isNaN(bound) ? Number.POSITIVE_INFINITY : Math.max(bound * (numbers[at + 3] as number) - favour, 0)
}

/** Checks that a direction takes all of an input. */
export function isWithinMax(numbers: Float32Array, at: number, input: number): boolean {
  return numbers[at + 1] === Number.POSITIVE_INFINITY || input <= (numbers[at + inputsAt + sampleCount - 1] as number)
}

/**
 * Estimates the output of an input, or of the part of it that the direction takes. Exact for a constant product: the inverse of its
 * output is linear in that of its input.
 */
export function estimateOutput(numbers: Float32Array, at: number, input: number): number {
  let n = 1
  while (n < sampleCount - 1 && (numbers[at + inputsAt + n] as number) < input) n++
  const [x0, x1] = [numbers[at + inputsAt + n - 1] as number, numbers[at + inputsAt + n] as number]
  const [y0, y1] = [numbers[at + outputsAt + n - 1] as number, numbers[at + outputsAt + n] as number]
  const kept = numbers[at + 2] as number
  if (x1 <= x0 || input >= x1) return kept * Math.min(y1, (y1 * input) / x1)
  const slope = (1 / y0 - 1 / y1) / (1 / x0 - 1 / x1)
  return kept / (1 / y1 + slope * (1 / input - 1 / x1))
}
