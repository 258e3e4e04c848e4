import { formatPercent, type Ratio } from '@tern/core'

/** Formats a price impact in percent, rounded up to hundredths, so that it never looks smaller than it is. */
export function impactText(impact: Ratio): string {
  return `${formatPercent(impact, 2, { rounding: 'ceil' })}%`
}

/** The severity of a price impact: a caution from 1%, a danger from 5%. */
export function impactLevel({ numerator, denominator }: Ratio): 'plain' | 'warn' | 'danger' {
  const reaches = (percent: bigint) => numerator * 100n >= percent * denominator
  return reaches(5n) ? 'danger' : reaches(1n) ? 'warn' : 'plain'
}

/** The price impact of half the amount, in a pool of a constant product. About that in other pools. */
export const impactOfHalf = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator,
  denominator: 2n * denominator - numerator,
})

/** The question before a trade with this impact: a confirmation from 5%, a typed word from 10%. */
export function impactQuestion({ numerator, denominator }: Ratio): 'none' | 'confirm' | 'type' {
  const reaches = (percent: bigint) => numerator * 100n >= percent * denominator
  return reaches(10n) ? 'type' : reaches(5n) ? 'confirm' : 'none'
}

/**
 * Computes the loss to the pool against the price before the trade, in lamports, rounded up.
 *
 * @param lamports the input of a buy, or the output of a sale
 */
export function impactLoss(side: 'buy' | 'sell', lamports: bigint, { numerator, denominator }: Ratio): bigint {
  const rest = side === 'buy' ? denominator : denominator - numerator
  return rest <= 0n ? lamports : (lamports * numerator + rest - 1n) / rest
}

/**
 * Formats a price move in percent with its sign, rounded up to tenths, so that a move to reach never looks smaller than
 * it is.
 */
export function moveText(move: Ratio): string {
  const text = formatPercent(move, 1, { rounding: 'ceil' })
  return text.startsWith('-') ? `−${text.slice(1)}%` : `+${text}%`
}
