import { assertSameToken, type TokenAmount } from './amount.ts'
import { rawPerToken } from './amountScale.ts'
import { type DecimalStyle, type Digits, formatDecimal } from './decimal.ts'
import { mulDiv, type Rounding } from './mulDiv.ts'
import { invertRatio, multiplyRatios, type Ratio } from './ratio.ts'
import type { Token } from './token.ts'

/** What one token costs in another: `ratio` is raw units of `quote` per raw unit of `base`. */
export interface Price {
  readonly base: Token
  readonly quote: Token
  readonly ratio: Ratio
}

/** The price of `base` in `quote` that both amounts make. @throws TernError `math/divisionByZero` when `base` is zero. */
export function priceOf(base: TokenAmount, quote: TokenAmount): Price {
  const ratio = invertRatio({ numerator: base.raw, denominator: quote.raw })
  return { base: base.token, quote: quote.token, ratio }
}

/** @throws TernError `math/divisionByZero` when the price is zero. */
export function invertPrice({ base, quote, ratio }: Price): Price {
  return { base: quote, quote: base, ratio: invertRatio(ratio) }
}

/** From `a.base` by way of `a.quote` to `b.quote`. @throws TernError `token/notEqual` unless `a` ends where `b` begins. */
export function multiplyPrices(a: Price, b: Price): Price {
  assertSameToken(a.quote, b.base)
  return { base: a.base, quote: b.quote, ratio: multiplyRatios(a.ratio, b.ratio) }
}

/** What `amount` of the base token is worth in the quote token. @throws TernError `token/notEqual`. */
export function convertAmount(price: Price, amount: TokenAmount, rounding: Rounding): TokenAmount {
  assertSameToken(price.base, amount.token)
  const raw = mulDiv(amount.raw, price.ratio.numerator, price.ratio.denominator, rounding)
  return { token: price.quote, raw }
}

/**
 * Writes a price as quote tokens per base token. The scales of both count, so price times shown amount is the value.
 *
 * @throws TernError as `formatDecimal`.
 */
export function formatPrice({ base, quote, ratio }: Price, digits: Digits, style?: DecimalStyle): string {
  const [perBase, perQuote] = [rawPerToken(base), rawPerToken(quote)]
  const whole = {
    numerator: ratio.numerator * perBase.numerator * perQuote.denominator,
    denominator: ratio.denominator * perBase.denominator * perQuote.numerator,
  }
  return formatDecimal(whole, digits, style)
}
