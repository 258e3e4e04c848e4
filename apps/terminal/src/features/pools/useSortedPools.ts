import { useMemo, useRef } from 'react'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import { type PoolOrder, type PoolWindow, sortPools } from './listPools.ts'

/** Sorts the pools of the list; `undefined` while they load. Each sort begins with the order before it. */
export function useSortedPools(
  pools: readonly ListedPool[] | undefined,
  order: PoolOrder,
  window: PoolWindow,
): readonly ListedPool[] | undefined {
  const places = useRef<readonly number[]>([])
  return useMemo(() => {
    if (pools === undefined) return undefined
    places.current = sortPools(pools, order, { window, before: places.current })
    return places.current.map(place => pools[place] as ListedPool)
  }, [pools, order, window])
}
