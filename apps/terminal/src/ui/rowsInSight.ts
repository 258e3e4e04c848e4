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

/** How far the rows of a list are there that has just come onto the screen. */
export interface Unfolding {
  /** Rows up to, but not with, this one. */
  readonly to: number
  /** How many the next frame adds. */
  readonly step: number
}

/** No list shows nothing at first, and none waits for all. */
export const folded: Unfolding = { to: 2, step: 2 }

const [littleMs, muchMs] = [8, 14]

/**
 * The next frame's rows: twice as many as the last one's where these took little of a frame, half as many where they took most
 * of it. All, once `need` are there.
 */
export function unfold({ to, step }: Unfolding, tookMs: number, need: number): Unfolding {
  const next = tookMs <= littleMs ? 2 * step : tookMs > muchMs ? Math.max(1, step >> 1) : step
  return to + next >= need ? { to: Number.POSITIVE_INFINITY, step: next } : { to: to + next, step: next }
}
