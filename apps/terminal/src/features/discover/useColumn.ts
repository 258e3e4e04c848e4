import { useRef, useState } from 'react'
import type { Listing } from '../../data/listing.ts'
import { type ColumnName, holdColumn, listColumn } from './columns.ts'

/** One column as it is shown. Its rows stand still while the pointer or the focus is in it; their values go on. */
export function useColumn(listings: readonly Listing[], name: ColumnName) {
  const [isHeld, setHeld] = useState(false)
  const [, renew] = useState(0)
  const shown = useRef<readonly string[]>([])
  const column = listColumn(listings, name)
  const { rows, waiting } = isHeld ? holdColumn(listings, column, shown.current) : { rows: column, waiting: 0 }
  shown.current = rows.map(({ mint }) => mint)
  return {
    rows,
    waiting,
    isHeld,
    hold: setHeld,
    /** Lets in what waits, and goes on holding. */
    refresh() {
      shown.current = column.map(({ mint }) => mint)
      renew(times => times + 1)
    },
  }
}
