import { assertSameToken, type TokenAmount } from './amount.ts'
import { rawPerToken } from './amountScale.ts'
import { type DecimalStyle, type Digits, formatDecimal } from './decimal.ts'
import { mulDiv, type Rounding } from './mulDiv.ts'
import { invertRatio, multiplyRatios, type Ratio } from './ratio.ts'
import type { Token } from './token.ts'

/** The price of a token in another: `ratio` is raw units of `quote` per raw unit of `base`. */
export interface Price {
  readonly base: Token
  readonly quote: Token
  readonly ratio: Ratio
}

/**
 * Computes the price of an exchange of `base` for `quote`.
 *
 * @throws TernError `math/divisionByZero` if `base` is zero.
 * @example
 * priceOf({ token, raw: 4n }, { token: nativeToken, raw: 2n }).ratio // { numerator: 1n, denominator: 2n }
 */
export function priceOf(base: TokenAmount, quote: TokenAmount): Price {
  const ratio = invertRatio({ numerator: base.raw, denominator: quote.raw })
  return { base: base.token, quote: quote.token, ratio }
}

/**
 * Exchanges base and quote of a price.
 *
 * @throws TernError `math/divisionByZero` if the price is zero.
 * @example
 * invertPrice(price).ratio // { numerator: 2n, denominator: 1n } for a price of 1/2
 */
export function invertPrice({ base, quote, ratio }: Price): Price {
  return { base: quote, quote: base, ratio: invertRatio(ratio) }
}

/**
 * Chains two prices: the result is the price of `a.base` in `b.quote`.
 *
 * @throws TernError `token/notEqual` unless `a.quote` and `b.base` have the same mint.
 * @example
 * multiplyPrices(glowInSol, solInUsdc) // the price of GLOW in USDC
 */
export function multiplyPrices(a: Price, b: Price): Price {
  assertSameToken(a.quote, b.base)
  return { base: a.base, quote: b.quote, ratio: multiplyRatios(a.ratio, b.ratio) }
}

/**
 * Converts an amount of the base token to the quote token.
 *
 * @throws TernError `token/notEqual` unless `amount` is of the base token.
 * @example
 * convertAmount(price, { token: price.base, raw: 5n }, 'floor').raw // 2n at a price of 1/2
 */
export function convertAmount(price: Price, amount: TokenAmount, rounding: Rounding): TokenAmount {
  assertSameToken(price.base, amount.token)
  const raw = mulDiv(amount.raw, price.ratio.numerator, price.ratio.denominator, rounding)
  return { token: price.quote, raw }
}

/**
 * Writes a price as quote tokens per base token. The scales of both tokens count, so price times shown amount is the value.
 *
 * @throws TernError as `formatDecimal`.
 * @example
 * formatPrice(price, { significant: 3 }) // '0.0005' for 6 and 9 decimals and 1/2 lamport per raw unit
 */
export function formatPrice({ base, quote, ratio }: Price, digits: Digits, style?: DecimalStyle): string {
  const [perBase, perQuote] = [rawPerToken(base), rawPerToken(quote)]
  const whole = {
    numerator: ratio.numerator * perBase.numerator * perQuote.denominator,
    denominator: ratio.denominator * perBase.denominator * perQuote.numerator,
  }
  return formatDecimal(whole, digits, style)
}
