import { formatPercent, type Ratio } from '@tern/core'

/** Percent, rounded up to hundredths: an impact is never shown smaller than it is. */
export function impactText(impact: Ratio): string {
  return `${formatPercent(impact, 2, { rounding: 'ceil' })}%`
}

/** Under 1% says nothing, from 1% it is a caution, from 5% a danger. */
export function impactLevel({ numerator, denominator }: Ratio): 'plain' | 'warn' | 'danger' {
  const reaches = (percent: bigint) => numerator * 100n >= percent * denominator
  return reaches(5n) ? 'danger' : reaches(1n) ? 'warn' : 'plain'
}

/** What a trade of such an impact asks first: from 5% whether it is meant, from 10% a word that is typed. */
export function impactQuestion({ numerator, denominator }: Ratio): 'none' | 'confirm' | 'type' {
  const reaches = (percent: bigint) => numerator * 100n >= percent * denominator
  return reaches(10n) ? 'type' : reaches(5n) ? 'confirm' : 'none'
}

/**
 * What the trader loses to the pool, against the price before the trade, in lamports, rounded up. `lamports`: what a buy puts in, or what a
 * sale brings; without an impact they would buy so much more, or be so much more.
 */
export function impactLoss(side: 'buy' | 'sell', lamports: bigint, { numerator, denominator }: Ratio): bigint {
  const rest = side === 'buy' ? denominator : denominator - numerator
  return rest <= 0n ? lamports : (lamports * numerator + rest - 1n) / rest
}

/** A move in percent with its sign, rounded up to tenths: what must be reached is never shown smaller than it is. */
export function moveText(move: Ratio): string {
  const text = formatPercent(move, 1, { rounding: 'ceil' })
  return text.startsWith('-') ? `−${text.slice(1)}%` : `+${text}%`
}
