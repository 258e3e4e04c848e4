import type { InterestBearingConfig, MintExtensions, ScaledUiAmountConfig } from './mintExtensions.ts'
import type { Ratio } from './ratio.ts'
import type { Token } from './token.ts'

/** The factor between raw amounts of a Token-2022 mint and the amounts that wallets show, at one moment. */
export interface AmountScale {
  /** `scaled` counts for shown and typed amounts, `interest` for shown amounts only. */
  readonly kind: 'scaled' | 'interest'
  readonly multiplier: number
}

/** The data to convert raw units of a token: its decimals, and its scale if the mint has a scale. */
export type Counted = Pick<Token, 'decimals' | 'scale'>

/** The extensions of a mint that make a scale. */
export type ScaledExtensions = Pick<MintExtensions, 'scaledUiAmount' | 'interestBearing'>

/**
 * Finds the scale of a mint. Interest comes first, as in the program (`process_amount_to_ui_amount` in `processor.rs`).
 *
 * @param unixSeconds the time of the chain's clock, not of this machine.
 * @returns `undefined` for a mint without these extensions, and for interest that no float can hold.
 * @example amountScale(mint.extensions, clock.unixTimestamp) // { kind: 'scaled', multiplier: 10 }
 */
export function amountScale(
  { scaledUiAmount, interestBearing }: ScaledExtensions,
  unixSeconds: bigint,
): AmountScale | undefined {
  if (interestBearing !== undefined) {
    const multiplier = interestFactor(interestBearing, unixSeconds)
    return Number.isFinite(multiplier) && multiplier > 0 ? { kind: 'interest', multiplier } : undefined
  }
  return scaledUiAmount && { kind: 'scaled', multiplier: multiplierAt(scaledUiAmount, unixSeconds) }
}

/** `ScaledUiAmountConfig::current_multiplier`. */
function multiplierAt(config: ScaledUiAmountConfig, unixSeconds: bigint): number {
  return unixSeconds >= config.newMultiplierEffectiveTimestamp ? config.newMultiplier : config.multiplier
}

const secondsPerYear = 60 * 60 * 24 * 365.24
const oneInBasisPoints = 10_000

/** Mirrors `InterestBearingConfig::total_scale` without the decimals, operation by operation. */
function interestFactor(config: InterestBearingConfig, unixSeconds: bigint): number {
  const grown = (rate: number, seconds: bigint) =>
    Math.exp(Number(BigInt(rate) * seconds) / secondsPerYear / oneInBasisPoints)
  const { initializationTimestamp, lastUpdateTimestamp, preUpdateAverageRate, currentRate } = config
  return (
    grown(preUpdateAverageRate, lastUpdateTimestamp - initializationTimestamp) *
    grown(currentRate, unixSeconds - lastUpdateTimestamp)
  )
}

/**
 * Converts raw units to the amount that wallets show, in units of 10^−`decimals`.
 * Mirrors `amount_to_ui_amount`. Its floats lose digits beyond 2^53, and Tern shows the same number as wallets.
 * Without a scale the raw units come back.
 *
 * @see https://github.com/solana-program/token-2022/tree/program@v10.0.0/interface/src/extension/scaled_ui_amount
 * @example shownUnits(1_000_000n, { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } }) // 10_000_000n: 10 tokens
 */
export function shownUnits(raw: bigint, { decimals, scale }: Counted): bigint {
  if (scale === undefined) return raw
  if (raw < 0n) return -shownUnits(-raw, { decimals, scale })
  const { kind, multiplier } = scale
  const power = powerOfTen(decimals)
  const amount = Number(raw)
  const shown = kind === 'scaled' ? Math.trunc(amount * multiplier) / power : amount * (multiplier / power)
  // The program writes `inf` here. The exact product is a number at least.
  if (!Number.isFinite(shown)) return (raw * exact(multiplier).numerator) / exact(multiplier).denominator
  const { numerator, denominator } = exact(shown)
  return divideToEven(numerator * 10n ** BigInt(decimals), denominator)
}

/**
 * Computes the exact number of raw units in a shown token. Every price per token is per this amount.
 *
 * @example rawPerToken({ decimals: 6, scale: { kind: 'scaled', multiplier: 10 } }) // { numerator: 1_000_000n, denominator: 10n }: 100,000 raw units
 */
export function rawPerToken({ decimals, scale }: Counted): Ratio {
  const power = 10n ** BigInt(decimals)
  if (scale === undefined) return { numerator: power, denominator: 1n }
  const { numerator, denominator } = exact(scale.multiplier)
  return { numerator: power * denominator, denominator: numerator }
}

/**
 * Converts typed digits to raw units. The typed number is divided by the exact multiplier and rounded down.
 *
 * @param digits all digits without the point.
 * @param places the number of digits after the point.
 */
export function rawOfTyped(digits: bigint, places: number, { decimals, scale }: Counted): bigint {
  const { numerator, denominator } = typedMultiplier(scale)
  return (digits * 10n ** BigInt(decimals) * denominator) / (10n ** BigInt(places) * numerator)
}

/**
 * Finds the shortest decimal that `rawOfTyped` reads back as `raw`, so that a button can fill a field without losing a unit.
 *
 * @returns the digits without the point, and the number of digits after it.
 */
export function typedOfRaw(raw: bigint, { decimals, scale }: Counted): { digits: bigint; places: number } {
  const { numerator, denominator } = typedMultiplier(scale)
  for (let places = decimals; ; places++) {
    const scaled = raw * numerator * 10n ** BigInt(places)
    const unit = denominator * 10n ** BigInt(decimals)
    const digits = (scaled + unit - 1n) / unit
    if (rawOfTyped(digits, places, { decimals, scale }) === raw) return { digits, places }
  }
}

/** Leaves interest out, because `exp` has no exact value. Typed amounts of such a token are without interest. */
const typedMultiplier = (scale: AmountScale | undefined): Ratio =>
  scale?.kind === 'scaled' ? exact(scale.multiplier) : { numerator: 1n, denominator: 1n }

/** Mirrors `num_traits::pow`, whose products of floats differ from `10 ** n` for n above 22. */
function powerOfTen(exponent: number): number {
  let [base, power, left] = [10, 1, exponent]
  for (; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power *= base
    base *= base
  }
  return power
}

const view = new DataView(new ArrayBuffer(8))

/** Returns the exact value of a positive finite float. A float with a fraction is below 2^53, so its exponent is negative. */
function exact(value: number): Ratio {
  if (Number.isInteger(value)) return { numerator: BigInt(value), denominator: 1n }
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const exponent = bits >> 52n
  const fraction = bits & 0xf_ffff_ffff_ffffn
  if (exponent === 0n) return { numerator: fraction, denominator: 1n << 1074n }
  return { numerator: fraction | 0x10_0000_0000_0000n, denominator: 1n << (1075n - exponent) }
}

/** Divides to the nearest integer, and to the even integer at a tie, as Rust formats floats. */
function divideToEven(numerator: bigint, denominator: bigint): bigint {
  const [down, rest] = [numerator / denominator, numerator % denominator]
  const isUp = 2n * rest > denominator || (2n * rest === denominator && down % 2n === 1n)
  return isUp ? down + 1n : down
}
