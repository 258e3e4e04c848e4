/** What a list has a row of; `null`: SOL itself. */
export interface Held {
  readonly mint: string | null
}

/** What a list shows while it is held, and what waits to come into it, in order. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[]
  readonly waiting: readonly Row[]
}

/**
 * The rows that were shown, where they were, with their newest values, those too that belong elsewhere by now. `wanted`: what
 * the list would show, in order.
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

/** Whether a row stands where another one stood. What came below the last has taken nobody's place. */
export function areRowsMoved(before: readonly Held[], now: readonly Held[]): boolean {
  return now.some(({ mint }, at) => before[at] !== undefined && before[at].mint !== mint)
}
