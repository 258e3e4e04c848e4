import { useRef, useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { type ColumnChoice, type ColumnName, holdColumn, listColumn } from './columns.ts'

/**
 * One column as it is shown. Its rows stand still while the pointer or the focus is in it, or all are held; their values go
 * on. Other `words` are looked for, other rows: what was held is of no use then. `nowSeconds`: for filters by age.
 */
export function useColumn(
  listings: readonly Listing[],
  name: ColumnName,
  choice: ColumnChoice,
  words: string,
  nowSeconds: number,
  isAllHeld: boolean,
) {
  const [isTouched, setTouched] = useState(false)
  const [, renew] = useState(0)
  const shown = useRef<readonly string[]>([])
  const shownFor = useRef(words)
  const movedAtMs = useRef(0)
  const isHeld = isTouched || isAllHeld
  const column = listColumn(listings, name, nowSeconds, choice)
  const { rows, waiting } =
    isHeld && shownFor.current === words ? holdColumn(listings, column, shown.current) : { rows: column, waiting: 0 }
  const mints = rows.map(({ mint }) => mint)
  if (mints.some((mint, at) => mint !== shown.current[at])) movedAtMs.current = performance.now()
  shown.current = mints
  shownFor.current = words
  return {
    rows,
    waiting,
    isHeld,
    hold: setTouched,
    /** When a row last came to stand where another one was. */
    movedAtMs,
    /** Lets in what waits, and goes on holding. */
    refresh() {
      shown.current = column.map(({ mint }) => mint)
      renew(times => times + 1)
    },
  }
}
