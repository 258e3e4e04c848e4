import { maxU64 } from '@tern/core/internal'
import { amountByShare, shareByAmount, type VaultShares } from '../meteoraVault/shares.ts'
import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
import { beforeProtocolFee, type FeeRates, feesOn } from './fees.ts'
import { estimateStableInput, type Root, swapStable } from './stableCurve.ts'

/** The pool's side in a vault, at a time. Raw units. */
export interface Holding extends VaultShares {
  /** The vault's tokens, including locked profit. */
  readonly total: bigint
  /** The pool's shares. */
  readonly share: bigint
  /** The tokens of the pool's shares. */
  readonly reserve: bigint
}

/** A direction of a stable curve. */
interface StableDirection {
  readonly amp: bigint
  /** In the order of the trade. */
  readonly factors: readonly [bigint, bigint]
  /** The invariant of the reserves, and the steps of its iteration. */
  readonly d: bigint
  readonly steps: number
}

/** A single direction of a pool at a time, ready to quote. */
export interface Curve {
  readonly rates: FeeRates
  readonly source: Holding
  readonly destination: Holding
  /** The tokens that the destination's vault has not lent out. */
  readonly unlent: bigint
  /** Set if the curve is stable. */
  readonly stable: StableDirection | undefined
}

/** A swap as the program executes it, in raw units. */
export interface SwapResult {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Stays in the pool. */
  readonly tradeFee: bigint
  readonly protocolFee: bigint
  /** Moves the price: the growth of the pool's side in the vault, minus the fee. */
  readonly sourceSwapped: bigint
  /** The curve's output, before the vault rounds it. */
  readonly destinationSwapped: bigint
  readonly computeUnits: number
}

/** Max larger inputs that are tried for an exact output of a stable curve. */
const maxRetries = 64n

/** Max compute units of a transaction. */
const maxUnits = 1_400_000

/**
 * Max compute units of a swap. A constant product took up to 108,000 on the real program. A stable curve took up to 7,500
 * more for each step to its invariant, and 3,200 more for each step to its reserve. An older token program adds some 6,000
 * for each of the five transfers.
 */
function unitsFor({ stable }: Curve, steps: number): number {
  return 140_000 + 8_000 * (stable?.steps ?? 0) + 3_500 * steps
}

/** The reason why an amount cannot be swapped. */
export type Refusal = 'nothingOut' | 'beyondReserves'

/**
 * Computes the growth of the pool's side in a vault by a deposit, with the vault's roundings.
 *
 * @returns `undefined` if a number of the program would overflow.
 * @see `compute_quote` (dynamic-amm-quote/src/lib.rs)
 */
export function deposited(source: Holding, tokens: bigint): bigint | undefined {
  const { amount, supply, share, reserve, total } = source
  const minted = shareByAmount(source, tokens)
  if (total + tokens > maxU64 || supply + minted > maxU64) return undefined
  // Without rounding, a share keeps its worth.
  if (amount === supply) return tokens
  return floorQuotient(share + minted, amount + tokens, supply + minted) - reserve
}

/** Computes the output of the curve, without fees. `undefined` if nothing comes out. */
export function swapCurve({ stable, source, destination }: Curve, amount: bigint): Root | undefined {
  const [reserveIn, reserveOut] = [source.reserve, destination.reserve]
  if (stable !== undefined) return swapStable(stable.amp, stable.factors, [reserveIn, reserveOut], amount, stable.d)
  const after = reserveIn + amount
  const out = floorQuotient(amount, reserveOut, after)
  // The program refuses a quotient of the invariant that rounds down to zero (`checked_ceil_div`, spl-math).
  return reserveOut - out > 1n || (reserveIn * reserveOut) / after > 0n ? { value: out, steps: 0 } : undefined
}

/**
 * Quotes a swap of an exact input, with the program's rounding at every step.
 *
 * @param amountIn raw units, above 0, within 64 bits.
 * @see `compute_quote` (dynamic-amm-quote/src/lib.rs)
 */
export function swapExactIn(curve: Curve, amountIn: bigint): SwapResult | Refusal {
  const { source, destination } = curve
  const { trade: tradeFee, protocol: protocolFee } = feesOn(curve.rates, amountIn)
  // The vault takes no deposit of 0.
  if (amountIn === protocolFee) return 'nothingOut'
  // The program computes the partner's part with 64 bits.
  const { partner_fee_numerator: partner } = curve.rates
  if (partner > 0n && protocolFee * partner > maxU64) return 'beyondReserves'
  const growth = deposited(source, amountIn - protocolFee)
  if (growth === undefined) return 'beyondReserves'
  const sourceSwapped = growth - tradeFee
  // 0 is allowed: the vault's roundings took the whole input, but a stable curve's roundings may still pay for it.
  if (sourceSwapped < 0n) return 'nothingOut'
  const swapped = swapCurve(curve, sourceSwapped)
  if (swapped === undefined || swapped.value === 0n) return 'nothingOut'
  const computeUnits = unitsFor(curve, swapped.steps)
  if (computeUnits > maxUnits) return 'beyondReserves'
  const destinationSwapped = swapped.value
  const amountOut = amountByShare(destination, shareByAmount(destination, destinationSwapped))
  if (amountOut === 0n) return 'nothingOut'
  if (amountOut > curve.unlent) return 'beyondReserves'
  return { amountIn, amountOut, tradeFee, protocolFee, sourceSwapped, destinationSwapped, computeUnits }
}

/**
 * Quotes the smallest input that brings at least `amountOut`. The program has no such instruction.
 *
 * @returns `beyondReserves` if no input brings that much.
 */
export function swapExactOut(curve: Curve, amountOut: bigint): SwapResult | Refusal {
  const { source, destination, rates } = curve
  if (amountOut > curve.unlent || amountOut > destination.reserve) return 'beyondReserves'
  const shares = ceilQuotient(amountOut, destination.supply, destination.amount)
  const leaving = ceilQuotient(shares, destination.amount, destination.supply)
  const wanted = inputOf(curve, leaving)
  if (wanted === undefined) return 'beyondReserves'
  // At most `wanted` remains of an input after the whole fee, which is rounded down. So the input is at least this much.
  const { trade_fee_numerator: numerator, trade_fee_denominator: denominator } = rates
  let tradeFee = wanted === 0n ? 0n : feesOn(rates, ((wanted - 1n) * denominator) / (denominator - numerator)).trade
  for (;;) {
    // The trade fee never falls as the input grows. So the fee of an input that is too small bounds it from below.
    const arriving = depositFor(source, wanted + tradeFee)
    if (arriving === undefined) return 'beyondReserves'
    let amountIn = arriving === 0n ? 1n : beforeProtocolFee(rates, arriving)
    const fee = feesOn(rates, amountIn).trade
    if (fee > tradeFee) {
      tradeFee = fee
      continue
    }
    // A stable curve's iteration may bring a unit less for a larger input.
    for (const last = amountIn + maxRetries; amountIn <= last && amountIn <= maxU64; amountIn++) {
      const result = swapExactIn(curve, amountIn)
      if (result === 'beyondReserves') return result
      if (result !== 'nothingOut' && result.amountOut >= amountOut) return result
    }
    return 'beyondReserves'
  }
}

/** Returns the smallest deposit by which the pool's side in the vault grows by `growth`. `undefined` beyond 64 bits. */
function depositFor(source: Holding, growth: bigint): bigint | undefined {
  const { amount, supply, share, reserve } = source
  if (amount === supply) return growth
  // If a token buys a share or more, the roundings cost less than two tokens.
  if (amount < supply)
    return [growth, growth + 1n, growth + 2n].find(tokens => (deposited(source, tokens) ?? 0n) >= growth)
  const target = reserve + growth
  // The growth never exceeds the deposit, so fewer shares are never enough. One or two more make up for the rounding.
  for (let minted = shareByAmount(source, growth); ; minted++) {
    const start = ceilQuotient(minted, amount, supply)
    const owned = share + minted
    if (owned > maxU64) return undefined
    const enough = (target * (supply + minted) + owned - 1n) / owned - amount
    const tokens = [growth, start, enough].reduce((max, one) => (one > max ? one : max))
    if (tokens > maxU64) return undefined
    if (shareByAmount(source, tokens) === minted) return tokens
  }
}

/** Returns the smallest input of the curve, without fees, that brings `out`. `undefined` if no input does. */
function inputOf(curve: Curve, out: bigint): bigint | undefined {
  const { stable, source, destination } = curve
  const left = destination.reserve - out
  if (left <= 0n) return undefined
  if (stable === undefined) return ceilQuotient(source.reserve, out, left)
  const reserves = [source.reserve, destination.reserve] as const
  // Near the end of the reserve the estimate overflows, but the program's own direction does not.
  const estimate = estimateStableInput(stable.amp, stable.factors, reserves, out, stable.d) ?? 1n
  const isEnough = (amount: bigint) => (swapCurve(curve, amount)?.value ?? 0n) >= out
  if (isEnough(0n)) return 0n
  let [low, high] = [0n, estimate]
  if (isEnough(estimate)) {
    for (let step = 1n; step < estimate && low === 0n; step *= 4n)
      if (isEnough(estimate - step)) high = estimate - step
      else low = estimate - step
  } else {
    low = estimate
    for (let step = 1n; ; step *= 4n) {
      high = estimate + step < maxU64 ? estimate + step : maxU64
      if (isEnough(high)) break
      if (high === maxU64) return undefined
      low = high
    }
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
