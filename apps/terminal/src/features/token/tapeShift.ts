/** How many rows came to stand on top of those that a list began with, and which is the topmost. */
export interface Shift {
  readonly top: string | undefined
  readonly rows: number
}

export const noShift: Shift = { top: undefined, rows: 0 }

/** From here on rows would lie too far from where they began for a browser to place them: it begins anew. */
const mostRows = 100_000

/** What a list has shifted by when it shows `keys`, topmost first. A list that has nothing to do with the one before begins anew. */
export function shiftTo(keys: readonly string[], last: Shift): Shift {
  const [top] = keys
  if (top === last.top) return last
  const added = last.top === undefined ? -1 : keys.indexOf(last.top)
  return { top, rows: added < 0 || last.rows + added > mostRows ? 0 : last.rows + added }
}
