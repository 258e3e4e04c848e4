import type { Sale } from './profit.ts'

/** The size of the drawing; it is stretched to where it stands. */
export const lineSize = { width: 800, height: 132 } as const
const margin = 8

/** A line and the area under it, as SVG paths, and how high nothing is. */
export interface Line {
  readonly line: string
  readonly area: string
  readonly zero: number
}

/** Sales within a window of time. */
export const salesBetween = (sales: readonly Sale[], fromSeconds: number, toSeconds: number): readonly Sale[] =>
  sales.filter(({ timestampSeconds: at }) => at !== null && at >= fromSeconds && at <= toSeconds)

export const sumOf = (sales: readonly Sale[]): bigint => sales.reduce((sum, { realised }) => sum + realised, 0n)

/** What sales brought altogether as time went on: level between them, a step at each. `undefined` without any. */
export function realisedLine(sales: readonly Sale[], fromSeconds: number, toSeconds: number): Line | undefined {
  const within = salesBetween(sales, fromSeconds, toSeconds)
  if (within.length === 0) return undefined
  const { width, height } = lineSize
  const steps: { readonly at: number; readonly sum: bigint }[] = [{ at: fromSeconds, sum: 0n }]
  for (const { timestampSeconds, realised } of within)
    steps.push({ at: timestampSeconds ?? fromSeconds, sum: (steps.at(-1)?.sum ?? 0n) + realised })
  const sums = steps.map(({ sum }) => sum)
  const lowest = sums.reduce((a, b) => (b < a ? b : a), 0n)
  const highest = sums.reduce((a, b) => (b > a ? b : a), 0n)
  const span = highest === lowest ? 1n : highest - lowest
  // Places on a screen, and no money any more.
  const y = (sum: bigint) => round(height - margin - (Number(sum - lowest) / Number(span)) * (height - 2 * margin))
  const x = (at: number) => round(((at - fromSeconds) / Math.max(1, toSeconds - fromSeconds)) * width)
  const [first, ...later] = steps
  const parts = [`M0 ${y(first?.sum ?? 0n)}`, ...later.map(({ at, sum }) => `H${x(at)}V${y(sum)}`), `H${width}`]
  const line = parts.join('')
  return { line, area: `${line}V${height}H0Z`, zero: y(0n) }
}

const round = (value: number) => Math.round(value * 10) / 10
