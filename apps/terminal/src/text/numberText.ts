import { type AmountScale, formatAmount, formatDecimal, type Ratio } from '@tern/core'
import { shownUnits } from '@tern/core/internal'

/** A price in parts: a run of four or more zeros after the point becomes a count (`zeros`), to show in small type. */
export interface PriceText {
  /** The text up to the first zero after the point if `zeros` is not 0, otherwise the whole text. */
  readonly lead: string
  readonly zeros: number
  readonly digits: string
  /** The same number as a plain decimal, for `<data value>`, labels and copying. */
  readonly plain: string
}

/** A token's unit. `scale` is required, so that no amount is shown without it. */
export interface TokenUnit {
  readonly decimals: number
  readonly scale: AmountScale | undefined
}

/** A unit without a scale. */
export const unscaled = (decimals: number): TokenUnit => ({ decimals, scale: undefined })

/** The unit of lamports, shown as SOL. */
export const inSol: TokenUnit = unscaled(9)

const subscripts = '₀₁₂₃₄₅₆₇₈₉'

/** Groups digits: `1234567` → `1,234,567`. */
export function groupDigits(whole: number): string {
  return formatAmount(BigInt(whole), 0, { grouping: ',' })
}

/**
 * Writes raw units as a plain decimal with every digit.
 *
 * @example plainDecimal(1_500_000n, unscaled(6)) // '1.5'
 */
export function plainDecimal(raw: bigint, unit: TokenUnit): string {
  return formatAmount(raw, unit)
}

/**
 * Writes raw units with `fraction` digits after the point: cut, never rounded up, grouped, with a true minus.
 *
 * @example amountText(-1_234_500_000_000n, inSol, 3) // '−1,234.500'
 */
export function amountText(raw: bigint, unit: TokenUnit, fraction: number): string {
  const size = raw < 0n ? -raw : raw
  const text = formatAmount(size, unit, { fixed: Math.min(fraction, unit.decimals), grouping: ',' })
  return raw < 0n ? `−${text}` : text
}

/**
 * Writes raw units as `amountText` does. An amount too small for its digits becomes `<` and the smallest that fits.
 *
 * @example cutText(1n, inSol, 3) // '<0.001'
 */
export function cutText(raw: bigint, unit: TokenUnit, fraction: number): string {
  const { decimals } = unit
  const shown = shownUnits(raw, unit)
  const min = 10n ** BigInt(Math.max(0, decimals - fraction))
  if (raw === 0n || shown >= min || shown <= -min) return amountText(raw, unit, fraction)
  return `${raw < 0n ? '−' : ''}<${amountText(min, unscaled(decimals), fraction)}`
}

/**
 * Writes raw units with `fraction` decimals, cut and without groups, for other programs to read.
 *
 * @example plainText(1_234_500_000_000n, inSol, 5) // '1234.50000'
 */
export function plainText(raw: bigint, unit: TokenUnit, fraction: number): string {
  return formatAmount(raw, unit, { fixed: Math.min(fraction, unit.decimals) })
}

/**
 * Writes raw units with every digit, grouped, with a true minus.
 *
 * @example wholeText(1_234_500_000n, unscaled(6)) // '1,234.5'
 */
export function wholeText(raw: bigint, unit: TokenUnit): string {
  const text = formatAmount(raw < 0n ? -raw : raw, unit, { grouping: ',' })
  return raw < 0n ? `−${text}` : text
}

/** Counts the decimals that show all `amounts` in full, at least `min`. */
export function fractionNeeded(amounts: readonly bigint[], unit: TokenUnit, min: number): number {
  return amounts.reduce((most, raw) => Math.max(most, plainDecimal(raw, unit).split('.')[1]?.length ?? 0), min)
}

/** Chooses the decimals for an amount by its size: none for many tokens, five for few. */
export function fractionOf(raw: bigint, unit: TokenUnit): number {
  const shown = shownUnits(raw < 0n ? -raw : raw, unit)
  const whole = shown / 10n ** BigInt(unit.decimals)
  return whole >= 10_000n ? 0 : whole >= 100n ? 2 : 5
}

const magnitudes = [
  { suffix: 'T', exponent: 12 },
  { suffix: 'B', exponent: 9 },
  { suffix: 'M', exponent: 6 },
  { suffix: 'K', exponent: 3 },
] as const

/**
 * Writes raw units with three significant digits and a magnitude, cut. Below 1,000 it writes two digits after the point.
 *
 * @example compactText(18_374_041_000_000n, unscaled(6)) // '18.3M'
 */
export function compactText(raw: bigint, unit: TokenUnit): string {
  const shown = shownUnits(raw < 0n ? -raw : raw, unit)
  for (const { suffix, exponent } of magnitudes) {
    const one = 10n ** BigInt(unit.decimals + exponent)
    if (shown < one) continue
    const places = shown >= 100n * one ? 0 : shown >= 10n * one ? 1 : 2
    const cut = (shown * 10n ** BigInt(places)) / one
    return `${raw < 0n ? '−' : ''}${amountText(cut, unscaled(places), places)}${suffix}`
  }
  return amountText(raw, unit, 2)
}

/** The power of ten of a positive fraction's first digit. */
function exponentOf({ numerator, denominator }: Ratio): number {
  const guess = String(numerator).length - String(denominator).length
  const reaches =
    guess >= 0 ? numerator >= denominator * 10n ** BigInt(guess) : numerator * 10n ** BigInt(-guess) >= denominator
  return reaches ? guess : guess - 1
}

/**
 * Formats a price with four significant digits; from 1,000 on with two decimals, from 10,000 on with none.
 * A column keeps trailing zeros, so that its digits line up; a single price drops them.
 */
export function priceText(price: Ratio, zeros: 'keep' | 'drop' = 'drop'): PriceText {
  if (price.numerator <= 0n) return { lead: '0', zeros: 0, digits: '', plain: '0' }
  const exponent = exponentOf(price)
  const fixed = exponent >= 4 ? 0 : exponent === 3 ? 2 : 3 - exponent
  const text = formatDecimal(price, { fixed }, { grouping: ',' })
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  const shown = zeros === 'keep' || exponent >= 3 ? text : short
  const plain = short.replaceAll(',', '')
  const [, run, digits] = /^0\.(0{4,})(\d+)$/.exec(shown) ?? []
  if (run === undefined || digits === undefined) return { lead: shown, zeros: 0, digits: '', plain }
  return { lead: '0.0', zeros: run.length, digits, plain }
}

/**
 * Converts a float to the exact fraction of its shortest decimal, so that it is formatted like the page's other prices.
 */
export function ratioOf(price: number): Ratio {
  const [digits = '0', exponent = '0'] = price.toExponential().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const shift = Number(exponent) - fraction.length
  const numerator = BigInt(whole + fraction)
  return shift >= 0
    ? { numerator: numerator * 10n ** BigInt(shift), denominator: 1n }
    : { numerator, denominator: 10n ** BigInt(-shift) }
}

/** A price for a canvas or the page's title, which have no markup: `0.0₅4213`. */
export function priceString(price: Ratio, zeros: 'keep' | 'drop' = 'drop'): string {
  const text = priceText(price, zeros)
  if (text.zeros === 0) return text.lead
  return `${text.lead}${[...String(text.zeros)].map(digit => subscripts[Number(digit)]).join('')}${text.digits}`
}

/**
 * Formats basis points with a sign: one decimal under 100 %, none above. A growth of 999.5 % or more becomes a factor: `11.0×`.
 */
export function percentText(bps: number): string {
  const size = Math.abs(bps)
  const brief = (value: number) => (value < 99.95 ? value.toFixed(1) : groupDigits(Math.round(value)))
  if (bps >= 99_950) return `${brief(bps / 10_000 + 1)}×`
  const text = brief(size / 100)
  if (text === '0.0') return '0%'
  return `${bps < 0 ? '−' : '+'}${text}%`
}

/** Formats an age in one unit: `7s`, `4m`, `3h`, `12d`. */
export function ageText(seconds: number): string {
  const age = Math.max(0, Math.floor(seconds))
  if (age < 60) return `${age}s`
  if (age < 3600) return `${Math.floor(age / 60)}m`
  if (age < 86_400) return `${Math.floor(age / 3600)}h`
  return `${Math.floor(age / 86_400)}d`
}

/**
 * Formats parts per million as a percentage, rounded down, one decimal under 100: `617654` → `61.7`, `999999` → `99.9`,
 * `1000000` → `100`.
 */
export function percentOf(ppm: number): string {
  const tenths = Math.floor(ppm / 1000)
  return tenths >= 1000 ? '100' : `${Math.floor(tenths / 10)}.${tenths % 10}`
}
