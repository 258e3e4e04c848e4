import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { followAddress, readHistory } from './follower.ts'
import { keptFor } from './keptFor.ts'
import type { MarketStore } from './marketStore.ts'
import { readBlockTime, type Transaction, type TransactionReader } from './transaction.ts'

/** The reports of a block arrive within this time, so its block time is kept this long, in milliseconds. */
const blockTimesMs = 60_000
/** Max transactions of a pool to read back when it is listed on the practice chain. */
const maxReadBack = 1_000

interface FollowerOptions {
  readonly chain: Chain
  readonly store: MarketStore
  readonly transactions: TransactionReader
  readonly signal: AbortSignal
  /** Max transactions of an address to read back, the first time and after a gap. */
  readonly maxBack: number
  /** Transactions to read in parallel. */
  readonly reads: number
  /** Rate limit of reading reported transactions whole, for all addresses together. */
  readonly details: { readonly burst: number; readonly perSecond: number }
  /** Stores landed transactions, in the chain's order. */
  take(landed: readonly Transaction[]): Promise<void>
}

/** The addresses whose transactions are followed: pools on a cluster, programs on the practice chain. */
export interface Followers {
  /** Follows an address until `unfollow`. Does nothing if it is followed already. */
  follow(address: Address): void
  unfollow(address: Address): void
  /** Reads the past transactions of a pool in the background. Ignores failures. */
  readBack(pool: Address): void
  /** Resolves once nothing is followed, after the signal has aborted. */
  ended(): Promise<unknown>
}

export function createFollowers({ details, ...common }: FollowerOptions): Followers {
  const { chain, signal } = common
  const limit = createClientRateLimit(details)
  const blockTime = keptFor(blockTimesMs, (slot: number) => readBlockTime(chain, slot, signal))
  const running: Promise<void>[] = []
  const ends = new Map<Address, AbortController>()
  return {
    follow(address) {
      if (ends.has(address)) return
      const ending = new AbortController()
      ends.set(address, ending)
      const either = AbortSignal.any([signal, ending.signal])
      running.push(followAddress({ ...common, signal: either, address, blockTime, details: limit }))
    },
    unfollow(address) {
      ends.get(address)?.abort()
      ends.delete(address)
    },
    readBack(pool) {
      void readHistory({ ...common, address: pool, maxBack: maxReadBack }).catch(() => {})
    },
    ended: () => Promise.all(running),
  }
}
