import { parseAmount } from './amount.ts'
import { type DecimalStyle, formatDecimal, withoutTrailingZeros } from './decimal.ts'
import { TernError } from './errors.ts'
import { mulDiv, type Rounding } from './mulDiv.ts'
import type { Ratio } from './ratio.ts'

/** Basis points in a whole: 10,000; a percent has 100. */
export const basisPointsInOne = 10_000n

/** `bps` hundredths of a percent of `amount`. */
export function portion(amount: bigint, bps: number, rounding: Rounding): bigint {
  return mulDiv(amount, BigInt(bps), basisPointsInOne, rounding)
}

/** The least that may come out of a swap: `expected × (1 − slippage)`, rounded down. @throws TernError `trade/invalidSlippage`. */
export function minimumOut(expected: bigint, slippageBps: number): bigint {
  return mulDiv(expected, basisPointsInOne - checkedSlippage(slippageBps), basisPointsInOne, 'floor')
}

/** The most that may go into a swap: `expected × (1 + slippage)`, rounded down. @throws TernError `trade/invalidSlippage`. */
export function maximumIn(expected: bigint, slippageBps: number): bigint {
  return mulDiv(expected, basisPointsInOne + checkedSlippage(slippageBps), basisPointsInOne, 'floor')
}

function checkedSlippage(bps: number): bigint {
  if (!Number.isInteger(bps) || bps < 0 || bps > 10_000) throw new TernError('trade/invalidSlippage', { bps })
  return BigInt(bps)
}

/** A typed percentage with up to two decimals, in basis points. @throws TernError as `parseAmount`. @example parsePercent('0.5') // 50 */
export function parsePercent(text: string): number {
  return Number(parseAmount(text, 2))
}

/** A share as percent without the sign, at most two decimals unless told. @example formatPercent({ numerator: 1n, denominator: 8n }) // '12.5' */
export function formatPercent({ numerator, denominator }: Ratio, decimals = 2, style?: DecimalStyle): string {
  return withoutTrailingZeros(formatDecimal({ numerator: numerator * 100n, denominator }, { fixed: decimals }, style))
}
