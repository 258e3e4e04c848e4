import type { Rpc, SolanaRpcApi } from '@solana/kit'
import type { AccountSet, AccountSnapshot, Address } from '@tern/core'
import type { AccountCache, ReadOptions } from './accountCache.ts'
import { fetchAccounts } from './accounts.ts'

/** Creates a reader of accounts, with a cache. An account that is being read is not requested again. */
export function createAccountReader(rpc: Rpc<SolanaRpcApi>, cache: AccountCache) {
  const inFlight = new Map<Address, Promise<AccountSet>>()

  /**
   * Reads and caches accounts from a node.
   *
   * @returns the node's own answer. All accounts of a request share a slot. It may be older than an earlier reading.
   */
  async function readFresh(addresses: readonly Address[]): Promise<AccountSet> {
    const { accounts, slots } = await fetchAccounts(rpc, addresses)
    for (const [address, account] of accounts) cache.put(address, account, slots.get(address) ?? 0n)
    return accounts
  }

  async function read(addresses: readonly Address[], options: ReadOptions = {}): Promise<AccountSet> {
    const found = new Map<Address, AccountSnapshot | null>()
    const shared = new Set<Promise<AccountSet>>()
    const missing: Address[] = []
    for (const address of new Set(addresses)) {
      const account = cache.get(address, options)
      const asked = options.maxAgeMs === 0 ? undefined : inFlight.get(address)
      if (account !== undefined) found.set(address, account)
      else if (asked !== undefined) shared.add(asked)
      else missing.push(address)
    }
    if (missing.length > 0) {
      const asked = readFresh(missing)
      shared.add(asked)
      for (const address of missing) inFlight.set(address, asked)
      const done = () => {
        for (const address of missing) if (inFlight.get(address) === asked) inFlight.delete(address)
      }
      asked.then(done, done)
    }
    const sets = await Promise.all(shared)
    const ordered = new Map<Address, AccountSnapshot | null>()
    for (const address of addresses) {
      const account = found.get(address) ?? sets.find(set => set.has(address))?.get(address) ?? null
      // The cache may be newer: the node may lag, or a push may have overtaken the answer.
      const newest = cache.newest(address)
      ordered.set(address, newest === undefined ? account : newest)
    }
    return ordered
  }

  return {
    readFresh,
    read,
    forget(addresses: readonly Address[], slot = 0n): void {
      for (const address of addresses) {
        cache.expire(address, slot)
        inFlight.delete(address)
      }
    },
  }
}
