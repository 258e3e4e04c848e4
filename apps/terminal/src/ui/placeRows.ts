import type { RowRange } from './rowsInSight.ts'

/** A row of a list, and the element that shows it. */
export interface PlacedRow {
  /** Names the element. */
  readonly element: number
  /** Names the row. */
  readonly key: string
  /** The row's place in the list. */
  readonly index: number
}

/** The rows to show. */
export interface RowsToPlace {
  /** The names of all rows of the list, in order. */
  readonly keys: readonly string[]
  /** The rows in sight: they are all shown at once. */
  readonly sight: RowRange
  /** The rows in sight and their neighbours. */
  readonly around: RowRange
  readonly isMoving: boolean
}

/** Max neighbours to add at once, and max elements to move at once: more would take longer than a frame. */
const atOnce = 3

/**
 * Gives each row an element. A row keeps its element while it is shown.
 *
 * While the list scrolls, a row that comes into sight reuses the element of a row that left. Creating an element takes
 * several times as long as changing it. Elements keep their places, because moving is as slow as creating.
 *
 * When the list rests, a new row gets a new element. Otherwise a press that begins on a row could end on another.
 * Elements move to their rows' places in the list, a few at a time.
 *
 * @returns the elements in the order of the document. `isWhole`: all neighbours have elements and, unless the list
 * scrolls, the order is the list's.
 */
export function placeRows(
  before: readonly PlacedRow[],
  { keys, sight, around, isMoving }: RowsToPlace,
): { readonly placed: readonly PlacedRow[]; readonly isWhole: boolean } {
  const wanted = new Map<string, number>()
  for (let index = around.from; index < around.to; index++) wanted.set(keys[index] as string, index)
  const placed: PlacedRow[] = []
  const free: number[] = []
  for (const one of before) {
    const index = wanted.get(one.key)
    if (index !== undefined) placed.push(index === one.index ? one : { ...one, index })
    else if (isMoving) free.push(placed.push(one) - 1)
    wanted.delete(one.key)
  }
  const distance = (index: number) => Math.max(sight.from - index, index + 1 - sight.to, 0)
  const coming = [...wanted].toSorted(([, a], [, b]) => distance(a) - distance(b) || a - b)
  const inSight = coming.filter(([, index]) => distance(index) === 0).length
  const now = coming.slice(0, Math.max(inSight, atOnce))
  let element = Math.max(0, ...before.map(one => one.element))
  const added: PlacedRow[] = []
  for (const [key, index] of now) {
    const place = free.shift()
    const lent = place === undefined ? undefined : placed[place]
    if (place === undefined || lent === undefined) added.push({ element: ++element, key, index })
    else placed[place] = { element: lent.element, key, index }
  }
  const areAll = now.length === coming.length
  if (isMoving) {
    // A spare element keeps its row until another row needs it, unless the row has left the list or changed its place.
    const kept = placed.filter(({ key, index }) => keys[index] === key)
    return { placed: [...kept, ...added], isWhole: areAll }
  }
  const isOrdered = order(placed)
  for (const one of added) {
    const next = placed.findIndex(({ index }) => index > one.index)
    placed.splice(next === -1 ? placed.length : next, 0, one)
  }
  return { placed, isWhole: areAll && isOrdered }
}

/**
 * Moves a few rows behind the last row that belongs before them. To bring an element nearer to the end, React moves
 * only this element. To bring it nearer to the beginning, React moves the other elements.
 *
 * @returns whether all rows are in order.
 */
function order(placed: PlacedRow[]): boolean {
  for (let moves = 0; ; moves++) {
    const from = placed.findIndex(({ index }, at) => index > (placed[at + 1]?.index ?? Number.POSITIVE_INFINITY))
    if (from === -1) return true
    if (moves === atOnce) return false
    const [moved] = placed.splice(from, 1) as [PlacedRow]
    placed.splice(placed.findLastIndex(({ index }) => index < moved.index) + 1, 0, moved)
  }
}
