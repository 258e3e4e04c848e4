import { parseAmount } from './amount.ts'
import { type DecimalStyle, formatDecimal, withoutTrailingZeros } from './decimal.ts'
import { TernError } from './errors.ts'
import { mulDiv } from './mulDiv.ts'
import type { Ratio } from './ratio.ts'

/** The basis points in 100%. 1% has 100. */
export const basisPointsInOne = 10_000n

/**
 * Computes the min output of a swap: `expected × (1 − slippage)`, rounded down.
 *
 * @param slippageBps 0 to 10,000 basis points.
 * @throws TernError `trade/invalidSlippage`.
 * @example
 * minimumOut(1_000n, 50) // 995n
 */
export function minimumOut(expected: bigint, slippageBps: number): bigint {
  return mulDiv(expected, basisPointsInOne - checkedSlippage(slippageBps), basisPointsInOne, 'floor')
}

/**
 * Computes the max input of a swap: `expected × (1 + slippage)`, rounded down.
 *
 * @param slippageBps 0 to 10,000 basis points.
 * @throws TernError `trade/invalidSlippage`.
 * @example
 * maximumIn(1_000n, 50) // 1_005n
 */
export function maximumIn(expected: bigint, slippageBps: number): bigint {
  return mulDiv(expected, basisPointsInOne + checkedSlippage(slippageBps), basisPointsInOne, 'floor')
}

function checkedSlippage(bps: number): bigint {
  if (!Number.isInteger(bps) || bps < 0 || bps > 10_000) throw new TernError('trade/invalidSlippage', { bps })
  return BigInt(bps)
}

/**
 * Reads a typed percentage with up to two decimals into basis points.
 *
 * @throws TernError as `parseAmount`.
 * @example
 * parsePercent('0.5') // 50
 */
export function parsePercent(text: string): number {
  return Number(parseAmount(text, 2))
}

/**
 * Writes a share as a percentage without the percent sign, and without zeros at the end.
 *
 * @param decimals the max digits after the point.
 * @throws TernError as `formatDecimal`.
 * @example
 * formatPercent({ numerator: 1n, denominator: 8n }) // '12.5'
 */
export function formatPercent({ numerator, denominator }: Ratio, decimals = 2, style?: DecimalStyle): string {
  return withoutTrailingZeros(formatDecimal({ numerator: numerator * 100n, denominator }, { fixed: decimals }, style))
}
