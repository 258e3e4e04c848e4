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

/** A move in percent with its sign, rounded up to tenths: what must be reached is never shown smaller than it is. */
export function moveText(move: Ratio): string {
  const text = formatPercent(move, 1, { rounding: 'ceil' })
  return text.startsWith('-') ? `−${text.slice(1)}%` : `+${text}%`
}
