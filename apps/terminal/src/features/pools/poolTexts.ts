import { formatPercent, type Ratio } from '@tern/core'
import type { PoolType } from '../../data/liquidity/listedPool.ts'
import { groupDigits } from '../../text/numberText.ts'

export const typeNames: Readonly<Record<PoolType, string>> = {
  standard: 'Standard',
  concentrated: 'Concentrated',
  stable: 'Stable',
}

/** Formats a fee rate: at least two decimals. */
export function feeText(ppm: number): string {
  const text = formatPercent({ numerator: BigInt(ppm), denominator: 1_000_000n }, 4)
  const [whole, fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}%`
}

/** Formats an APR: with a decimal under 100%, without decimals above. A rate too small for a decimal is not 0. */
export function aprText(bps: number): string {
  if (bps === 0) return '0%'
  if (bps < 10) return '<0.1%'
  return bps < 10_000 ? `${(Math.floor(bps / 10) / 10).toFixed(1)}%` : `${groupDigits(Math.floor(bps / 100))}%`
}

/**
 * Formats a share in percent: two decimals, more for a share below 1%.
 *
 * @example
 * shareText({ numerator: 1n, denominator: 3n }) // '33.33%'
 */
export function shareText(share: Ratio): string {
  const { numerator, denominator } = share
  if (numerator === 0n) return '0%'
  const reaches = (part: bigint) => numerator * part >= denominator
  if (!reaches(100_000_000n)) return '<0.000001%'
  return `${formatPercent(share, reaches(100n) ? 2 : reaches(10_000n) ? 4 : 6, { rounding: 'halfUp' })}%`
}

/** The periods of a pool's volume, fees and APR. */
export const windows = [
  { name: 'day', label: '24h' },
  { name: 'week', label: '7d' },
  { name: 'month', label: '30d' },
] as const

/** The periods' names in a heading. */
export const spans = { day: '24h', week: '7d', month: '30d' } as const
