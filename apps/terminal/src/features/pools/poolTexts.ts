import { formatPercent } from '@tern/core'
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

/** Formats an APR: with a decimal under 100%, without decimals above. */
export function aprText(bps: number): string {
  if (bps === 0) return '0%'
  return bps < 10_000 ? `${(Math.floor(bps / 10) / 10).toFixed(1)}%` : `${groupDigits(Math.floor(bps / 100))}%`
}

/** The periods of a pool's volume, fees and APR. */
export const windows = [
  { name: 'day', label: '24h' },
  { name: 'week', label: '7d' },
  { name: 'month', label: '30d' },
] as const
