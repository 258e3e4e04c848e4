/** The rows from `from` to before `to`. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/** The rows of equal height that a scrolled box shows, whole or in part. `top` and the heights are in pixels. */
export function rowsInSight(top: number, boxHeight: number, rowHeight: number): RowRange {
  return { from: Math.max(0, Math.floor(top / rowHeight)), to: Math.max(0, Math.ceil((top + boxHeight) / rowHeight)) }
}

/** Extends a range by `around` rows on both sides, within `count`. A range beyond the end moves to the last rows. */
export function widen({ from, to }: RowRange, around: number, count: number): RowRange {
  const first = Math.max(0, Math.min(from, count - (to - from)))
  return { from: Math.max(0, first - around), to: Math.min(count, to + around) }
}

/** The progress of a list that is being added frame by frame. */
export interface Unfolding {
  /** The end of the rendered rows, exclusive. */
  readonly to: number
  /** The number of rows that the next frame adds. */
  readonly step: number
}

/** A list starts with two rows: it is never empty at first, and never waits for all rows. */
export const folded: Unfolding = { to: 2, step: 2 }

const [littleMs, muchMs] = [8, 14]

/**
 * Computes the next frame's rows: twice as many if the last frame was fast, half as many if it was slow.
 * All rows once `need` are there.
 */
export function unfold({ to, step }: Unfolding, tookMs: number, need: number): Unfolding {
  const next = tookMs <= littleMs ? 2 * step : tookMs > muchMs ? Math.max(1, step >> 1) : step
  return to + next >= need ? { to: Number.POSITIVE_INFINITY, step: next } : { to: to + next, step: next }
}
