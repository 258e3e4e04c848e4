/** Rows `from` up to, but not with, `to`. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/** The rows of one height that a scrolled box shows, whole or in part; `top` and the heights in pixels. */
export function rowsInSight(top: number, boxHeight: number, rowHeight: number): RowRange {
  return { from: Math.max(0, Math.floor(top / rowHeight)), to: Math.max(0, Math.ceil((top + boxHeight) / rowHeight)) }
}

/** The same and `around` more on either side, as far as there are any; the last ones where the list has become shorter than that. */
export function widen({ from, to }: RowRange, around: number, count: number): RowRange {
  const first = Math.max(0, Math.min(from, count - (to - from)))
  return { from: Math.max(0, first - around), to: Math.min(count, to + around) }
}
