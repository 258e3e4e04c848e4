import { useRef, useState } from 'react'
import type { Listing } from '../../data/listing.ts'
import { holdOrder, type Order, sortListings } from './order.ts'

/** The table as it is shown. Its order stands still while the pointer or the focus is in it; its values go on. */
export function useTable(listings: readonly Listing[]) {
  const [order, setOrder] = useState<Order>({ column: 'volume5m', direction: 'descending' })
  const [isHeld, setHeld] = useState(false)
  const shown = useRef<readonly string[]>([])
  const rows = isHeld ? holdOrder(listings, shown.current) : sortListings(listings, order)
  shown.current = rows.map(row => row.mint)
  return {
    rows,
    order,
    hold: setHeld,
    sortBy(column: Order['column']) {
      shown.current = []
      setHeld(false)
      const first = column === 'token' || column === 'age' ? 'ascending' : 'descending'
      const other = first === 'ascending' ? 'descending' : 'ascending'
      setOrder({ column, direction: order.column === column && order.direction === first ? other : first })
    },
  }
}
