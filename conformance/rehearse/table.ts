import type { Rehearsed } from './rehearse.ts'
import type { Movement } from './rehearseTrade.ts'

const columns: readonly (readonly [string, number])[] = [
  ['venue', 17],
  ['pool', 10],
  ['side', 5],
  ['mode', 9],
  ['bytes', 6],
  ['units', 8],
  ['quoted', 38],
  ['simulated', 38],
  ['verdict', 0],
]

const line = (cells: readonly string[]) =>
  cells
    .map((cell, i) => cell.padEnd(columns[i]?.[1] ?? 0))
    .join(' ')
    .trimEnd()

/** The names of the columns. */
export const tableHead = line(columns.map(([name]) => name))

/** Formats a row. Amounts are raw units, input → output. */
export function tableRow(row: Rehearsed): string {
  const { protocol, to, pool, side, mode, size, units, quoted, simulated, verdict, why } = row
  const moved = (movement: Movement | undefined) =>
    movement === undefined ? '–' : `${movement.amountIn} → ${movement.amountOut}`
  // The names of two venues may be longer than the column.
  return line([
    to === undefined ? protocol : `${protocol} → ${to}`,
    pool === undefined ? '–' : `${pool.slice(0, 4)}…${pool.slice(-4)}`,
    side ?? '–',
    mode ?? '–',
    String(size ?? '–'),
    String(units ?? '–'),
    moved(quoted),
    moved(simulated),
    why === undefined ? verdict : `${verdict}: ${why}`,
  ])
}

/** The summary in a sentence, and the exit code. */
export function summary(rows: readonly Rehearsed[]): { readonly text: string; readonly exitCode: 0 | 1 } {
  const count = (verdict: Rehearsed['verdict']) => rows.filter(row => row.verdict === verdict).length
  const [equal, differing, unchecked] = [count('equal'), count('differs'), count('not checked')]
  return {
    text: `${equal} equal to the unit, ${differing} different, ${unchecked} not checked`,
    exitCode: differing === 0 && equal > 0 ? 0 : 1,
  }
}
