/** How many rows have arrived above the rows that a list started with, and its topmost row. */
export interface Shift {
  readonly top: string | undefined
  readonly rows: number
}

export const noShift: Shift = { top: undefined, rows: 0 }

/** Beyond this many rows a browser can no longer place rows exactly, so the count starts over. */
const maxRows = 100_000

/** The shift of a list that shows `keys`, topmost first. A list without the last top row starts over. */
export function shiftTo(keys: readonly string[], last: Shift): Shift {
  const [top] = keys
  if (top === last.top) return last
  const added = last.top === undefined ? -1 : keys.indexOf(last.top)
  return { top, rows: added < 0 || last.rows + added > maxRows ? 0 : last.rows + added }
}
