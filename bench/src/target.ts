/** A measured number, and the target that it has to reach. */
export interface Target {
  readonly name: string
  readonly unit: string
  readonly value: number
  /** The numbers of the other rounds, or other details. */
  readonly detail: string
  readonly target: number
  readonly is: 'atLeast' | 'atMost'
}

export const isReached = ({ value, target, is }: Target): boolean =>
  is === 'atLeast' ? value >= target : value <= target

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** Formats a line of the table. */
export function lineOf(result: Target): string {
  const { name, value, unit, is, target, detail } = result
  const shown = `${value.toFixed(value < 100 && !Number.isInteger(value) ? 2 : 0)} ${unit}`.padStart(12)
  const wanted = `${is === 'atLeast' ? '≥' : '≤'} ${target} ${unit}`.padEnd(13)
  return `${name.padEnd(56)}${shown}  ${wanted}${isReached(result) ? '' : 'MISSED '} ${detail}`
}
