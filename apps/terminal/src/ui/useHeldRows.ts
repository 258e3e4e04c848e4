import { type FocusEvent, type PointerEvent, useRef, useState } from 'react'
import { areRowsMoved, type Held, holdRows } from './holdRows.ts'

interface Wish<Row> {
  /** All that could be shown; unset: they are being read. */
  readonly known: readonly Row[] | undefined
  /** What is to be shown of them, in order. */
  readonly wanted: readonly Row[]
  /** The words, the filter and the order that were chosen: another choice is followed at once, held or not. */
  readonly choice: string
  readonly isAllHeld: boolean
  /** Whether what comes while it is held waits to be let in, or stands below the last row. */
  readonly late: 'waits' | 'last'
}

/**
 * The rows of a list as they are shown. They stand still while the pointer, a finger that is down or the keyboard's focus is in it,
 * or all are held; their values go on.
 */
export function useHeldRows<Row extends Held>({ known, wanted, choice, isAllHeld, late }: Wish<Row>) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [, renew] = useState(0)
  const shown = useRef<{ readonly choice: string; readonly rows: readonly Row[] }>(undefined)
  const movedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const isHeld = isPointed || isFocused || isAllHeld
  const before = shown.current
  const { rows, waiting } =
    known !== undefined && isHeld && before?.choice === choice
      ? holdRows(known, wanted, before.rows)
      : { rows: wanted, waiting: [] }
  const all = late === 'last' && waiting.length > 0 ? [...rows, ...waiting] : rows
  const areSame = all.length === before?.rows.length && all.every((row, at) => row === before.rows[at])
  // What shows the same ones need not be rendered again.
  const now = areSame ? before.rows : all
  if (before !== undefined && areRowsMoved(before.rows, now)) movedAtMs.current = performance.now()
  if (known !== undefined) shown.current = { choice, rows: now }
  const hover = (event: PointerEvent) => setPointed(event.pointerType === 'mouse')
  const leave = () => setPointed(false)
  // What was clicked keeps the focus after the pointer has gone: by that nobody reads the list.
  const focus = ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible'))
  return {
    rows: now,
    /** How many wait to be let in. */
    waiting: late === 'waits' ? waiting.length : 0,
    isHeld,
    /** When a row last came to stand where another one was, on the page's clock. */
    movedAtMs,
    /** What the list hears. */
    touch: {
      onPointerEnter: hover,
      onPointerDown: () => setPointed(true),
      onPointerUp: hover,
      onPointerCancel: leave,
      onPointerLeave: leave,
      onFocus: focus,
      onBlur: () => setFocused(false),
    },
    /** Lets in what waits, and goes on holding. */
    refresh() {
      shown.current = { choice, rows: wanted }
      renew(times => times + 1)
    },
  }
}
