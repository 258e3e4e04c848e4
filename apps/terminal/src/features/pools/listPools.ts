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

/**
 * Sorts pools. Unknown figures come last in both directions, and equal pools keep the order of `pools`.
 *
 * @param before the places of an earlier order. A list of the same pools of which few changed is sorted fastest from there.
 * @returns the pools' places in `pools`, in order.
 */
export function sortPools(
  pools: readonly ListedPool[],
  { column, direction }: PoolOrder,
  { window, before = [] }: { readonly window: PoolWindow; readonly before?: readonly number[] },
): number[] {
  const sign = direction === 'ascending' ? 1 : -1
  const keys = Float64Array.from(pools, pool => {
    const key = keyOf(pool, column, window)
    return key === null ? Number.POSITIVE_INFINITY : sign * key
  })
  const places = before.length === pools.length ? [...before] : pools.map((_, place) => place)
  return places.sort((a, b) => {
    const [keyA, keyB] = [keys[a] as number, keys[b] as number]
    return keyA === keyB ? a - b : keyA < keyB ? -1 : 1
  })
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
  if (words.length === 0 && type === undefined) return pools
  return pools.filter(
    pool => (type === undefined || pool.type === type) && words.every(word => pool.words.includes(word)),
  )
}
