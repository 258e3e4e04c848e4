import type { Client, Journal, PoolTables, TokenPools } from '@tern/client'
import { parseAddress } from '@tern/core'
import { networkQuery } from './network.ts'
import { queryClient } from './queryClient.ts'
import { trpc } from './trpc.ts'

const sent = async () => (await import('./activity/sentJournal.ts')).sentJournal
/** Loaded by the first transaction. Has every function of a journal, because the client cannot tell that an optional one is missing. */
const journal: Required<Journal> = {
  append: async record => (await sent()).append(record),
  update: async (id, change) => (await sent()).update(id, change),
  list: async () => (await sent()).list(),
  hold: async id => (await sent()).hold(id),
}

/** Asks the server for pools' lookup tables. Without an answer, a swap takes more transactions. */
const poolTables: PoolTables = async pools => {
  const named = pools.map(({ protocol, address, mint }) => ({ protocol, address, ...(mint && { mint }) }))
  const tables = await trpc.markets.poolTables.query({ pools: named }).catch(() => [])
  return tables.map(table => parseAddress(table))
}

/** Asks the server for pools of a token. Without an answer, routes pass fewer pools. */
const tokenPools: TokenPools = async mint => {
  const pools = await trpc.pools.ofToken.query({ mint }).catch(() => [])
  return pools.map(({ protocol, address }) => ({ protocol, address: parseAddress(address) }))
}

let opened: Promise<Client> | undefined

async function open(): Promise<Client> {
  const [{ createClient }, { feeWallet, lookupTable, disabledFeatures, nodes }] = await Promise.all([
    import('./createClient.ts'),
    queryClient.fetchQuery(networkQuery),
  ])
  const gateway = `${location.origin}/rpc`
  return createClient({
    // Each of several nodes is a source of its own for a trade's outcome.
    // Reads go to the server's gateway, because it knows the best node to read from.
    ...(nodes > 1
      ? { rpc: Array.from({ length: nodes }, (_, i) => `${gateway}/${i + 1}`), reads: gateway }
      : { rpc: gateway }),
    relayer: `${location.origin}/api/spot/relayer`,
    ...{ journal, poolTables, tokenPools, disabledFeatures },
    ...(feeWallet === null ? {} : { feeWallet: parseAddress(feeWallet) }),
    ...(lookupTable === null ? {} : { lookupTable: parseAddress(lookupTable) }),
  })
}

/**
 * Returns the page's only client, over this server's gateway and relayer.
 * It has no owner: `withOwner` adds it. It is made at the first call, because a visitor without a trade needs no client.
 */
export function client(): Promise<Client> {
  opened ??= open().catch(error => {
    opened = undefined
    throw error
  })
  return opened
}
