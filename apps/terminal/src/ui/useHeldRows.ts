import { useRef, useState } from 'react'
import { areRowsMoved, holdRows, type KeyOf } from './holdRows.ts'

interface Wish<Row> {
  /** All rows that could be shown; unset while they load. */
  readonly known: readonly Row[] | undefined
  /** The rows to show, in order. */
  readonly wanted: readonly Row[]
  /** The search, filter and order. Another choice applies at once, even while held. */
  readonly choice: string
  readonly keyOf: KeyOf<Row>
  /** Whether the list is in use, from `useHold`. */
  readonly isHeld: boolean
  /** New rows of a held list wait for a press, or come below the last row. */
  readonly late: 'waits' | 'last'
}

interface Shown<Row> extends Pick<Wish<Row>, 'choice' | 'known' | 'wanted'> {
  readonly rows: readonly Row[]
  readonly waiting: readonly Row[]
}

/** Holds the order of a list while it is in use. The values keep updating. */
export function useHeldRows<Row>({ known, wanted, choice, keyOf, isHeld, late }: Wish<Row>) {
  const [, renew] = useState(0)
  const shown = useRef<Shown<Row>>(undefined)
  const movedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const before = shown.current
  const isChosen = known !== undefined && isHeld && before?.choice === choice
  const { rows, waiting } = !isChosen
    ? { rows: wanted, waiting: [] }
    : // The same lists hold the same rows. Holding thousands of rows again takes a frame.
      known === before.known && wanted === before.wanted
      ? before
      : holdRows({ all: known, wanted, shown: before.rows, keyOf })
  const all = late === 'last' && waiting.length > 0 ? [...rows, ...waiting] : rows
  const areSame = all.length === before?.rows.length && all.every((row, at) => row === before.rows[at])
  // The same rows keep their array, so that the list does not render again.
  const now = areSame ? before.rows : all
  if (before !== undefined && now !== before.rows && areRowsMoved(before.rows, now, keyOf))
    movedAtMs.current = performance.now()
  if (known !== undefined)
    shown.current = { choice, known, wanted, rows: now, waiting: late === 'waits' ? waiting : [] }
  return {
    rows: now,
    /** The number of rows that wait. */
    waiting: late === 'waits' ? waiting.length : 0,
    /** The last time that a row took another row's place, on the page's clock. */
    movedAtMs,
    /** Shows the waiting rows, and keeps holding. */
    refresh() {
      shown.current = undefined
      renew(times => times + 1)
    },
  }
}
