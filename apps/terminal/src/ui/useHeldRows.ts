import { type FocusEvent, type PointerEvent, useRef, useState } from 'react'
import { areRowsMoved, holdRows, type KeyOf } from './holdRows.ts'

interface Wish<Row> {
  /** All rows that could be shown; unset while they load. */
  readonly known: readonly Row[] | undefined
  /** The rows to show, in order. */
  readonly wanted: readonly Row[]
  /** The search, filter and order. Another choice applies at once, even while held. */
  readonly choice: string
  readonly keyOf: KeyOf<Row>
  readonly isAllHeld: boolean
  /** New rows of a held list wait for a press, or come below the last row. */
  readonly late: 'waits' | 'last'
}

/**
 * Holds the order of a list while the pointer, a finger or the keyboard's focus is inside, or while all lists are held.
 * The values keep updating.
 */
export function useHeldRows<Row>({ known, wanted, choice, keyOf, isAllHeld, late }: Wish<Row>) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [, renew] = useState(0)
  const shown = useRef<{ readonly choice: string; readonly rows: readonly Row[] }>(undefined)
  const movedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const isHeld = isPointed || isFocused || isAllHeld
  const before = shown.current
  const { rows, waiting } =
    known !== undefined && isHeld && before?.choice === choice
      ? holdRows({ all: known, wanted, shown: before.rows, keyOf })
      : { rows: wanted, waiting: [] }
  const all = late === 'last' && waiting.length > 0 ? [...rows, ...waiting] : rows
  const areSame = all.length === before?.rows.length && all.every((row, at) => row === before.rows[at])
  // The same rows keep their array, so that the list does not render again.
  const now = areSame ? before.rows : all
  if (before !== undefined && areRowsMoved(before.rows, now, keyOf)) movedAtMs.current = performance.now()
  if (known !== undefined) shown.current = { choice, rows: now }
  const hover = (event: PointerEvent) => setPointed(event.pointerType === 'mouse')
  const leave = () => setPointed(false)
  // A click leaves the focus behind; only a visible focus means that the list is in use.
  const focus = ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible'))
  return {
    rows: now,
    /** The number of rows that wait. */
    waiting: late === 'waits' ? waiting.length : 0,
    isHeld,
    /** The last time that a row took another row's place, on the page's clock. */
    movedAtMs,
    /** The list's event handlers. */
    touch: {
      onPointerEnter: hover,
      onPointerDown: () => setPointed(true),
      onPointerUp: hover,
      onPointerCancel: leave,
      onPointerLeave: leave,
      onFocus: focus,
      onBlur: () => setFocused(false),
    },
    /** Shows the waiting rows, and keeps holding. */
    refresh() {
      shown.current = { choice, rows: wanted }
      renew(times => times + 1)
    },
  }
}
