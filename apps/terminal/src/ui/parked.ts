/** A rendered row and its index in the list; `undefined` if it is parked. */
export interface Parked<T> {
  readonly row: T
  readonly at: number | undefined
}

/**
 * Computes the rows to render: the `shown` rows, indexed from `from`, and at most `max` parked rows, those that left
 * last.
 * A parked row stays behind the row it followed, because a row that is not moved is not laid out again.
 */
export function parkRows<T extends { readonly mint: string }>({
  before,
  shown,
  from,
  max,
}: {
  readonly before: readonly Parked<T>[]
  readonly shown: readonly T[]
  readonly from: number
  readonly max: number
}): readonly Parked<T>[] {
  const mints = new Set(shown.map(({ mint }) => mint))
  const kept = before
    .filter(({ row }) => !mints.has(row.mint))
    .sort((one, other) => Number(one.at === undefined) - Number(other.at === undefined))
    .slice(0, max)
  const rows: Parked<T>[] = shown.map((row, i) => ({ row, at: from + i }))
  let place = 0
  for (const one of before) {
    const at = rows.findIndex(({ row }) => row.mint === one.row.mint)
    if (at >= 0) place = at + 1
    else if (kept.includes(one)) rows.splice(place++, 0, { row: one.row, at: undefined })
  }
  return rows
}
