import type { Address } from '@tern/core'
import { useSyncExternalStore } from 'react'
import { client } from '../client.ts'
import { createStore, type Store } from '../store.ts'
import { followAccount } from './followAccount.ts'

const balances = new Map<Address, Store<bigint | undefined>>()

/** Follows the lamports of an address for as long as there are listeners. */
function balanceOf(address: Address): Store<bigint | undefined> {
  const known = balances.get(address)
  if (known !== undefined) return known
  const value = createStore<bigint | undefined>(undefined)
  let lookers = 0
  let stop: (() => void) | undefined
  const followed: Store<bigint | undefined> = {
    ...value,
    subscribe(listener) {
      const leave = value.subscribe(listener)
      if (lookers++ === 0)
        client().then(
          ({ chain }) => {
            if (lookers > 0) stop ??= followAccount(chain, address, account => value.set(account?.lamports ?? 0n))
          },
          // The balance stays unknown, and the panel says that it is not loaded.
          () => undefined,
        )
      return () => {
        leave()
        if (--lookers > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
  balances.set(address, followed)
  return followed
}

const unknown = createStore<bigint | undefined>(undefined)

/** Follows the lamports of an address; `undefined` until they are read, and without an address. */
export function useBalance(address: Address | undefined): bigint | undefined {
  const balance = address === undefined ? unknown : balanceOf(address)
  return useSyncExternalStore(balance.subscribe, balance.get)
}
