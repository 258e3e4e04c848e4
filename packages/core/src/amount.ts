import { type DecimalStyle, type Digits, formatDecimal, withoutTrailingZeros } from './decimal.ts'
import { maxU64 } from './integer.ts'
import { TernError } from './numberErrors.ts'
import type { Token } from './token.ts'

type Decimals = number | Pick<Token, 'decimals'>

function decimalsOf(token: Decimals): number {
  return typeof token === 'number' ? token : token.decimals
}

/**
 * What a person typed, in raw units: digits with at most one point, nothing else but spaces around them.
 *
 * @throws TernError `amount/notANumber` for anything else (`''`, `1e30`, `1,000`), `amount/negative`,
 * `amount/tooManyDecimals`, `amount/outOfRange` beyond 64 bits.
 * @example parseAmount('0.5', 9) // 500_000_000n
 */
export function parseAmount(text: string, token: Decimals): bigint {
  const decimals = decimalsOf(token)
  const trimmed = text.trim()
  const [, minus, whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(trimmed) ?? []
  if (minus === undefined || (whole === '' && fraction === ''))
    throw new TernError('amount/notANumber', { text: trimmed.slice(0, 64) })
  if (minus !== '') throw new TernError('amount/negative', { text: trimmed.slice(0, 64) })
  if (fraction.length > decimals) throw new TernError('amount/tooManyDecimals', { digits: fraction.length, decimals })
  const digits = (whole + fraction.padEnd(decimals, '0')).replace(/^0+/, '')
  // 20 digits hold every 64-bit number; more are not worth converting.
  const raw = digits.length > 20 ? maxU64 + 1n : BigInt(digits === '' ? '0' : digits)
  if (raw > maxU64) throw new TernError('amount/outOfRange', { value: trimmed.slice(0, 64) })
  return raw
}

/**
 * Raw units as decimal text: every digit and no zeros at the end, or as `digits` says. Rounded down unless told, so that
 * nobody is shown more than there is.
 *
 * @throws TernError `amount/tooManyDecimals` for more fixed digits than the token has; else as `formatDecimal`.
 * @example formatAmount(1_234_500_000n, 6, { grouping: ',' }) // '1,234.5'
 */
export function formatAmount(raw: bigint, token: Decimals, style: DecimalStyle & Partial<Digits> = {}): string {
  const decimals = decimalsOf(token)
  const ratio = { numerator: raw, denominator: 10n ** BigInt(decimals) }
  const rounded: DecimalStyle = { ...style, rounding: style.rounding ?? 'floor' }
  if ('significant' in style && style.significant !== undefined)
    return formatDecimal(ratio, { significant: style.significant }, rounded)
  if ('fixed' in style && style.fixed !== undefined) {
    if (style.fixed > decimals) throw new TernError('amount/tooManyDecimals', { digits: style.fixed, decimals })
    return formatDecimal(ratio, { fixed: style.fixed }, rounded)
  }
  return withoutTrailingZeros(formatDecimal(ratio, { fixed: decimals }, rounded))
}

/** So many raw units of a token. */
export interface TokenAmount {
  readonly token: Token
  readonly raw: bigint
}

/** @throws TernError `token/notEqual`. */
export function addAmounts(a: TokenAmount, b: TokenAmount): TokenAmount {
  assertSameToken(a.token, b.token)
  return { token: a.token, raw: a.raw + b.raw }
}

/** @throws TernError `token/notEqual`. */
export function subtractAmounts(a: TokenAmount, b: TokenAmount): TokenAmount {
  assertSameToken(a.token, b.token)
  return { token: a.token, raw: a.raw - b.raw }
}

/** Negative, zero or positive, as for `sort`. @throws TernError `token/notEqual`. */
export function compareAmounts(a: TokenAmount, b: TokenAmount): -1 | 0 | 1 {
  assertSameToken(a.token, b.token)
  return a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0
}

/** @throws TernError `token/notEqual`. */
export function assertSameToken(a: Token, b: Token): void {
  if (a.mint !== b.mint) throw new TernError('token/notEqual', { left: a.mint, right: b.mint })
}
