/** The identity of a row: a mint (`null` is SOL itself), or an address. */
export type KeyOf<Row> = (row: Row) => string | null

/** The identity of a token's row. */
export const mintKey = ({ mint }: { readonly mint: string | null }): string | null => mint

/** The rows of a held list, and the new rows that wait, in order. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[]
  readonly waiting: readonly Row[]
}

/**
 * Keeps the shown rows in their places, with their newest values, even if they would now belong elsewhere.
 * `wanted` are the rows that the list would show, in order.
 */
export function holdRows<Row>({
  all,
  wanted,
  shown,
  keyOf,
}: {
  readonly all: readonly Row[]
  readonly wanted: readonly Row[]
  readonly shown: readonly Row[]
  readonly keyOf: KeyOf<Row>
}): HeldRows<Row> {
  const byKey = new Map(all.map(row => [keyOf(row), row]))
  const rows = shown.flatMap(before => {
    const key = keyOf(before)
    const row = byKey.get(key)
    byKey.delete(key)
    return row ?? []
  })
  return { rows, waiting: wanted.filter(row => byKey.has(keyOf(row))) }
}

/** Whether a row has taken the place of another. A row below the last has not. */
export function areRowsMoved<Row>(before: readonly Row[], now: readonly Row[], keyOf: KeyOf<Row>): boolean {
  return now.some((row, at) => before[at] !== undefined && keyOf(before[at]) !== keyOf(row))
}
