import { type Counted, rawOfTyped, shownUnits, typedOfRaw } from './amountScale.ts'
import { type DecimalStyle, type Digits, formatDecimal, withoutTrailingZeros } from './decimal.ts'
import { TernError } from './errors.ts'
import { maxU64 } from './integer.ts'
import type { Token } from './token.ts'

/** A token, or the decimals of a token without a scale. */
type CountedOrDecimals = number | Counted

const countedOf = (token: CountedOrDecimals): Counted => (typeof token === 'number' ? { decimals: token } : token)

/** The max digits on either side of the point. 64 bits take 20, and a multiplier adds up to 308. */
const maxTyped = 400

/**
 * Reads a typed amount into raw units. The text is digits with at most one point, and spaces around them.
 * For a scaled token the multiplier is divided out exactly, and the result is rounded down. Interest does not count.
 *
 * @param token the token, or its decimals. Only a scaled token takes more digits after the point than `decimals`.
 * @throws TernError `amount/notANumber` for any other text (`''`, `1e30`, `1,000`), `amount/negative`,
 * `amount/tooManyDecimals`, `amount/outOfRange` beyond 64 bits.
 * @example parseAmount('0.5', 9) // 500_000_000n
 * @example parseAmount('10', { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } }) // 1_000_000n
 */
export function parseAmount(text: string, token: CountedOrDecimals): bigint {
  const counted = countedOf(token)
  const { decimals, scale } = counted
  const trimmed = text.trim()
  const [, minus, whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(trimmed) ?? []
  if (minus === undefined || (whole === '' && fraction === ''))
    throw new TernError('amount/notANumber', { text: trimmed.slice(0, 64) })
  if (minus !== '') throw new TernError('amount/negative', { text: trimmed.slice(0, 64) })
  if (fraction.length > (scale?.kind === 'scaled' ? maxTyped : decimals))
    throw new TernError('amount/tooManyDecimals', { digits: fraction.length, decimals })
  const digits = (whole + fraction).replace(/^0+/, '')
  const raw =
    digits.length - fraction.length > maxTyped
      ? maxU64 + 1n
      : rawOfTyped(BigInt(digits === '' ? '0' : digits), fraction.length, counted)
  if (raw > maxU64) throw new TernError('amount/outOfRange', { value: trimmed.slice(0, 64) })
  return raw
}

/**
 * Writes raw units so that `parseAmount` reads exactly these units back. Buttons fill fields with this text.
 * For a scaled token the last digit may be higher by 1 than in `formatAmount`, because `formatAmount` rounds down.
 *
 * @example typedAmount(1n, { decimals: 0, scale: { kind: 'scaled', multiplier: 1.5 } }) // '2', although '1' is shown
 */
export function typedAmount(raw: bigint, token: CountedOrDecimals): string {
  const { digits, places } = typedOfRaw(raw, countedOf(token))
  return formatAmount(digits, places)
}

/**
 * Writes raw units as decimal text, by default with every digit and without zeros at the end.
 * The token's scale counts, so the text is the amount that wallets show.
 *
 * @param style the number of digits, the grouping and the rounding. The default rounds down, so that the text never
 * promises more than there is.
 *
 * @throws TernError `amount/tooManyDecimals` for more fixed digits than the token has; otherwise as `formatDecimal`.
 * @example formatAmount(1_234_500_000n, 6, { grouping: ',' }) // '1,234.5'
 * @example formatAmount(1_000_000n, { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } }) // '10'
 */
export function formatAmount(
  raw: bigint,
  token: CountedOrDecimals,
  style: DecimalStyle & Partial<Digits> = {},
): string {
  const counted = countedOf(token)
  const { decimals } = counted
  const ratio = { numerator: shownUnits(raw, counted), denominator: 10n ** BigInt(decimals) }
  const rounded: DecimalStyle = { ...style, rounding: style.rounding ?? 'floor' }
  if ('significant' in style && style.significant !== undefined)
    return formatDecimal(ratio, { significant: style.significant }, rounded)
  if ('fixed' in style && style.fixed !== undefined) {
    if (style.fixed > decimals) throw new TernError('amount/tooManyDecimals', { digits: style.fixed, decimals })
    return formatDecimal(ratio, { fixed: style.fixed }, rounded)
  }
  return withoutTrailingZeros(formatDecimal(ratio, { fixed: decimals }, rounded))
}

/** An amount of a token. */
export interface TokenAmount {
  readonly token: Token
  readonly raw: bigint
}

/**
 * Adds two amounts of a token.
 *
 * @throws TernError `token/notEqual` if the mints differ.
 * @example
 * addAmounts({ token, raw: 2n }, { token, raw: 3n }).raw // 5n
 */
export function addAmounts(a: TokenAmount, b: TokenAmount): TokenAmount {
  assertSameToken(a.token, b.token)
  return { token: a.token, raw: a.raw + b.raw }
}

/**
 * Subtracts an amount from another amount of the same token. The result may be negative.
 *
 * @throws TernError `token/notEqual` if the mints differ.
 * @example
 * subtractAmounts({ token, raw: 2n }, { token, raw: 3n }).raw // -1n
 */
export function subtractAmounts(a: TokenAmount, b: TokenAmount): TokenAmount {
  assertSameToken(a.token, b.token)
  return { token: a.token, raw: a.raw - b.raw }
}

/**
 * Compares two amounts of a token for `sort`.
 *
 * @throws TernError `token/notEqual` if the mints differ.
 * @example
 * compareAmounts({ token, raw: 2n }, { token, raw: 3n }) // -1
 */
export function compareAmounts(a: TokenAmount, b: TokenAmount): -1 | 0 | 1 {
  assertSameToken(a.token, b.token)
  return a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0
}

/** @throws TernError `token/notEqual` if the mints differ. */
export function assertSameToken(a: Token, b: Token): void {
  if (a.mint !== b.mint) throw new TernError('token/notEqual', { left: a.mint, right: b.mint })
}
