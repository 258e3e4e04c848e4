/** Days of each period. */
const days = { day: 1, week: 7, month: 30 } as const
export type Period = keyof typeof days

/** The periods, the shortest first. */
export const periods = Object.keys(days) as readonly Period[]

/** Swaps are summed up by hours of this length. */
export const hourSeconds = 3_600

/** The begin of each period's first hour, in seconds since 1970. */
export type PeriodStarts = Readonly<Record<Period, number>>

/**
 * Returns the begin of the periods that end with the current hour.
 *
 * @example
 * periodStarts(100 * 3_600 + 5).day // 77 * 3_600: the current hour and 23 before it
 */
export function periodStarts(nowSeconds: number): PeriodStarts {
  const end = nowSeconds - (nowSeconds % hourSeconds) + hourSeconds
  const start = (period: Period) => end - days[period] * 86_400
  return { day: start('day'), week: start('week'), month: start('month') }
}

/**
 * Annualises the fees of a period by 365 days, for a liquidity.
 *
 * @param fees and `tvl` in the same unit.
 * @returns basis points, rounded down; `null` without liquidity.
 * @example
 * aprBps({ fees: 3n, tvl: 1_000n, period: 'day' }) // 10_950: 109.5% a year
 */
export function aprBps({
  fees,
  tvl,
  period,
}: {
  readonly fees: bigint
  readonly tvl: bigint
  readonly period: Period
}) {
  return tvl > 0n ? Number((fees * 365n * 10_000n) / (BigInt(days[period]) * tvl)) : null
}
