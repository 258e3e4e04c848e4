import { useRef } from 'react'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import type { PoolList } from '../../data/liquidity/pools.ts'
import { type PoolOrder, type PoolWindow, sortPools } from './listPools.ts'

interface Wish {
  /** All pools; `undefined` while they load. */
  readonly list: PoolList | undefined
  /** Addresses of the pools to sort. */
  readonly found: readonly string[] | undefined
  readonly order: PoolOrder
  readonly window: PoolWindow
  /** Whether rows keep their places, so that new figures need no other order. */
  readonly isHeld: boolean
}

interface Sorted extends Pick<Wish, 'list' | 'found' | 'order' | 'window'> {
  readonly places: readonly number[]
  readonly addresses: readonly string[]
}

const none: readonly string[] = []

/** Sorts the addresses of the list's pools. Each sort begins with the order before it. */
export function useSortedPools({ list, found, order, window, isHeld }: Wish): readonly string[] {
  const sorted = useRef<Sorted>(undefined)
  const before = sorted.current
  if (list === undefined || found === undefined) return none
  const isSameQuestion = before?.found === found && before.order === order && before.window === window
  if (isSameQuestion && (isHeld || before.list === list)) return before.addresses
  const pools = found.map(address => list.pools[list.places.get(address) ?? 0] as ListedPool)
  const places = sortPools(pools, order, { window, before: before?.places ?? [] })
  const addresses = places.map(place => found[place] as string)
  sorted.current = { list, found, order, window, places, addresses }
  return addresses
}
