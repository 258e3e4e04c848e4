import { type Chain, createChain } from '@tern/chain'
import type { AccountSet, Address } from '@tern/core'
import { clockSysvar } from '@tern/core/internal'
import type { Node, State } from './node.ts'
import { clockAt } from './rehearsedPool.ts'

/** Accounts in a request. */
const maxAccounts = 100
/** More rounds than any route needs. */
const maxRounds = 10

/** A chain that reads at the pace of a node, and keeps the pools that it read last. */
export interface RouteChain {
  readonly chain: Chain
  readonly node: Node
  /** Returns the accounts of the pools that were read last, all at one slot. */
  pools(): State
}

/** Creates a chain for planning swaps, without a cache. */
export function routeChain(node: Node, rpc: URL): RouteChain {
  let pools: State = { slot: 0n, accounts: new Map() }

  async function readAccounts(addresses: readonly Address[]): Promise<AccountSet> {
    const all = [...new Set(addresses)]
    const read = new Map()
    for (let at = 0; at < all.length; at += maxAccounts)
      for (const [address, account] of (await node.read(all.slice(at, at + maxAccounts))).accounts)
        read.set(address, account)
    return read
  }

  const readMany: Chain['readMany'] = async asked => {
    const known = new Set<Address>([clockSysvar])
    for (let round = 0; round < maxRounds; round++) {
      pools = await node.read([...known])
      const wanted = await Promise.all(
        asked.map(({ readable, address }) => readable.accountsToRead(address, pools.accounts)),
      )
      const missing = wanted.flat().filter(address => !known.has(address))
      if (missing.length === 0) break
      for (const address of missing) known.add(address)
    }
    return asked.map(({ readable, address }) => ({ address, value: readable.open(address, pools.accounts) }))
  }

  const chain: Chain = {
    // It connects at the first call, and every call of a plan is replaced.
    ...createChain({ rpc: rpc.href }),
    ...{ rpc: node.rpc, readAccounts, readMany },
    readRent: node.readRent,
    async readClock() {
      const { slot, accounts } = await node.read([clockSysvar])
      return clockAt(slot, accounts)
    },
    async readBlockhash() {
      const { value } = await node.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
      return { kind: 'blockhash', ...value }
    },
  }
  return { chain, node, pools: () => pools }
}
