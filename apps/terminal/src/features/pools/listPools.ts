import type { ListedPool, PoolType } from '../../data/liquidity/listedPool.ts'
import { pastedAddresses } from '../../text/pastedAddress.ts'
import type { PoolColumn, PoolsSearch } from './search.ts'

export type PoolWindow = 'day' | 'week' | 'month'

/** The order of the list. */
export interface PoolOrder {
  readonly column: PoolColumn
  readonly direction: 'ascending' | 'descending'
}

/** Reads the order of the page's address. */
export function orderOf(sort: PoolsSearch['sort'] = '-liquidity'): PoolOrder {
  const isDescending = sort.startsWith('-')
  const column = (isDescending ? sort.slice(1) : sort) as PoolColumn
  return { column, direction: isDescending ? 'descending' : 'ascending' }
}

/** The order after a press on a column's heading: the largest first, and turned around by another press. */
export const orderAfter = (before: PoolOrder, column: PoolColumn): PoolsSearch['sort'] =>
  before.column === column && before.direction === 'descending' ? column : `-${column}`

/** The number that a column sorts by, `null` if unknown. Only for comparing: it is rounded. */
function keyOf(pool: ListedPool, column: PoolColumn, window: PoolWindow): number | null {
  const period = pool[window]
  switch (column) {
    case 'liquidity':
      return pool.tvlLamports === null ? null : Number(pool.tvlLamports)
    case 'volume':
      return period === null ? null : Number(period.volumeLamports)
    case 'fees':
      return period === null ? null : Number(period.feeLamports)
    case 'apr':
      return period?.aprBps ?? null
    case 'fee':
      return pool.feePpm
  }
}

/** Sorts pools. Unknown figures come last in both directions, and equal pools keep an order of their own. */
export function sortPools(
  pools: readonly ListedPool[],
  { column, direction }: PoolOrder,
  window: PoolWindow,
): readonly ListedPool[] {
  const sign = direction === 'ascending' ? 1 : -1
  const keyed = pools.map(pool => ({ pool, key: keyOf(pool, column, window) }))
  keyed.sort((a, b) => {
    if (a.key !== b.key) {
      if (a.key === null) return 1
      if (b.key === null) return -1
      return a.key < b.key ? -sign : sign
    }
    return a.pool.address < b.pool.address ? -1 : 1
  })
  return keyed.map(({ pool }) => pool)
}

/** Finds pools by type, and by words, a mint or an address: every word must be part of a pool's names. */
export function findPools(
  pools: readonly ListedPool[],
  find: string,
  type: PoolType | undefined,
): readonly ListedPool[] {
  const [pasted] = pastedAddresses(find)
  const words = (pasted ?? find)
    .trim()
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(word => word !== '')
  return pools.filter(
    pool => (type === undefined || pool.type === type) && words.every(word => pool.words.includes(word)),
  )
}
