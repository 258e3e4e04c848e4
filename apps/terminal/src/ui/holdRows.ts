/** The identity of a row; `null` is SOL itself. */
export interface Held {
  readonly mint: string | null
}

/** The rows of a held list, and the new rows that wait, in order. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[]
  readonly waiting: readonly Row[]
}

/**
 * Keeps the shown rows in their places, with their newest values, even if they would now belong elsewhere.
 * `wanted` are the rows that the list would show, in order.
 */
export function holdRows<Row extends Held>(
  all: readonly Row[],
  wanted: readonly Row[],
  shown: readonly Held[],
): HeldRows<Row> {
  const byMint = new Map(all.map(row => [row.mint, row]))
  const rows = shown.flatMap(({ mint }) => byMint.get(mint) ?? [])
  const isShown = new Set(shown.map(({ mint }) => mint))
  return { rows, waiting: wanted.filter(({ mint }) => !isShown.has(mint)) }
}

/** Whether a row has taken the place of another. A row below the last has not. */
export function areRowsMoved(before: readonly Held[], now: readonly Held[]): boolean {
  return now.some(({ mint }, at) => before[at] !== undefined && before[at].mint !== mint)
}
