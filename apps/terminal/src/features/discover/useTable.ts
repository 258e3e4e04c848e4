import { useRef, useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { holdOrder, type Order, sortListings } from './order.ts'

/** The table as it is shown. Its order stands still while the pointer or the focus is in it, or it is held; its values go on. */
export function useTable(listings: readonly Listing[], order: Order, isAllHeld: boolean) {
  const [isTouched, setTouched] = useState(false)
  const shown = useRef<readonly string[]>([])
  const isHeld = isTouched || isAllHeld
  const rows = isHeld ? holdOrder(listings, shown.current) : sortListings(listings, order)
  shown.current = rows.map(row => row.mint)
  return {
    rows,
    hold: setTouched,
    /** Another order was chosen: what was held is of no use any more. */
    release() {
      shown.current = []
      setTouched(false)
    },
  }
}
