import type { Ratio } from '@tern/core'

/** Price impact in basis points, rounded up: it is never shown smaller than it is. */
export function impactBps({ numerator, denominator }: Ratio): number {
  const scaled = numerator * 10_000n
  const floor = scaled / denominator
  return Number(floor * denominator < scaled ? floor + 1n : floor)
}

/** Under 1% says nothing, from 1% it is a caution, from 5% a danger. */
export function impactLevel(bps: number): 'plain' | 'warn' | 'danger' {
  return bps >= 500 ? 'danger' : bps >= 100 ? 'warn' : 'plain'
}
