import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { tokensQuery } from '../../data/tokens.ts'
import { findListings, holdOrder, type Order, sortListings } from './order.ts'

/** The list as it is shown. Its order stands still while the pointer or the focus is in it; its values go on. */
export function useDiscover() {
  const query = useQuery(tokensQuery)
  const [order, setOrder] = useState<Order>({ column: 'volume5m', direction: 'descending' })
  const [search, setSearch] = useState('')
  const [isHeld, setHeld] = useState(false)
  const shown = useRef<readonly string[]>([])
  const found = findListings(query.data ?? [], search)
  const rows = isHeld ? holdOrder(found, shown.current) : sortListings(found, order)
  shown.current = rows.map(row => row.mint)
  return {
    rows,
    total: query.data?.length,
    error: query.error,
    retry: () => void query.refetch(),
    order,
    search,
    setSearch,
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
