import {
  type Chain,
  createChain,
  createRelayer,
  type Journal,
  normalProvider,
  type Provider,
  type Relayer,
} from '@tern/chain'
import type { Address, Owner } from '@tern/core'
import type { Pool, Protocol } from '@tern/venues'
import { loadVenue } from '@tern/venues'
import { watchLoaded } from './watchLoaded.ts'

/** A feature that an operator can disable for a region. */
export type Feature = 'addLiquidity' | 'removeLiquidity'

/** Returns the lookup tables of pools. A pool may lack a table, and pools may share a table. */
export type PoolTables = (pools: readonly PoolName[]) => Promise<readonly Address[]>

/** Returns pools that trade a token. */
export type TokenPools = (mint: Address) => Promise<readonly PoolName[]>

/** Options of a client. Only `rpc` is required. */
export interface ClientOptions {
  /** URL of a node, or of several. Reads go to the first node that answers, transactions to all nodes. */
  readonly rpc: string | readonly string[]
  /** WebSocket URLs. Unset: each node's URL with `ws` instead of `http`. */
  readonly subscriptions?: string | readonly string[]
  /** URL for reads, for example a gateway that chooses among nodes. Unset: the nodes. */
  readonly reads?: string
  /**
   * Max milliseconds for a node's answer. `Infinity`: as long as the connection lives, for a node in this process.
   * @default 5000
   */
  readonly timeoutMs?: number
  /** Signs and pays. Without an owner, the client can only quote. */
  readonly owner?: Owner
  /** Unset: the nodes themselves. */
  readonly providers?: readonly Provider[]
  /**
   * URL of a server's `/api/spot/relayer`. The server submits the transactions to its own nodes as well.
   * To submit through the server's providers, use `relayedProvider`.
   */
  readonly relayer?: string
  /** `true`: the relayer gets no transactions, although `relayer` is set. */
  readonly skipRelayer?: boolean
  /** Receives Tern's fee of 1%. Unset: no fee is charged. */
  readonly feeWallet?: Address
  /** A lookup table with the shared accounts of trades (`extendLookupTable`), for messages that would be too long. Unset: no table. */
  readonly lookupTable?: Address
  /** Finds lookup tables with the accounts of pools, for swaps that take several pools. Unset: the tables of `exchangeApi`. */
  readonly poolTables?: PoolTables
  /**
   * Finds more pools of a token for routes, for example the pools that a server follows. Each pool is read from the chain.
   * Unset: the pools of `exchangeApi`.
   */
  readonly tokenPools?: TokenPools
  /** Features that the operator disables in this region. Their plans are refused. Unset: every feature is enabled. */
  readonly disabledFeatures?: readonly Feature[]
  /**
   * Base URL of an API like Raydium's (`https://api-v3.raydium.io`). `findRoutes` asks it for further pools of its tokens, and `planSwap`
   * for the pools' lookup tables. Each pool and table is read from the chain. A failure of the API only means fewer routes.
   * Unset: no API.
   */
  readonly exchangeApi?: string
  /** Stores each signed transaction before it is sent, so that `resumeSent` finds it after a crash. Unset: no journal. */
  readonly journal?: Journal
}

/** The parts that actions use: connections, signer and providers. Call `client.chain.close()` at the end. */
export interface Client {
  readonly chain: Chain
  readonly owner: Owner | undefined
  readonly providers: readonly Provider[]
  readonly relayer: Relayer | undefined
  readonly feeWallet: Address | undefined
  readonly lookupTable: Address | undefined
  readonly poolTables: PoolTables | undefined
  readonly tokenPools: TokenPools | undefined
  readonly disabledFeatures: readonly Feature[]
  readonly exchangeApi: string | undefined
  readonly journal: Journal | undefined
}

/**
 * Creates a client. It connects at the first call. Call `client.chain.close()` at the end.
 *
 * @throws TernError `rpc/noEndpoint` without a node.
 * @example
 * const client = createClient({ rpc: 'http://127.0.0.1:8899' })
 * client.owner // undefined: this client can only quote
 */
export function createClient(options: ClientOptions): Client {
  const {
    rpc,
    subscriptions,
    reads,
    timeoutMs,
    owner,
    providers,
    relayer,
    skipRelayer,
    feeWallet,
    lookupTable,
    poolTables,
    tokenPools,
    disabledFeatures = [],
    exchangeApi,
    journal,
  } = options
  const chain = createChain({
    rpc,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(subscriptions === undefined ? {} : { subscriptions }),
    ...(reads === undefined ? {} : { reads }),
  })
  return {
    chain,
    owner,
    providers: providers ?? [normalProvider(chain)],
    relayer: relayer === undefined || skipRelayer ? undefined : createRelayer(relayer, 'normal'),
    feeWallet,
    lookupTable,
    poolTables,
    tokenPools,
    disabledFeatures,
    exchangeApi,
    journal,
  }
}

/**
 * Returns the client for another owner, with the same connections and caches.
 *
 * @example
 * withOwner(client, undefined).owner // undefined
 */
export function withOwner(client: Client, owner: Owner | undefined): Client {
  return { ...client, owner }
}

/** A pool, named like in token listings. */
export interface PoolName {
  readonly protocol: Protocol
  readonly address: Address
  /** The traded token. It saves a search if the pool's account does not name it. */
  readonly mint?: Address
  /** A lookup table with the pool's accounts. It shortens swaps of several pools. */
  readonly lookupTable?: Address
}

/**
 * Reports a pool's state now and after each change, until the returned function is called.
 *
 * @example
 * const stop = watchPool(client, pool, { onPool: ({ slot }) => console.log(slot) }) // prints 312000123n, then a slot for each change
 */
export function watchPool(
  { chain }: Pick<Client, 'chain'>,
  pool: PoolName,
  { onPool, onError }: { readonly onPool: (pool: Pool) => void; readonly onError?: (error: unknown) => void },
): () => void {
  const { protocol, address, mint } = pool
  return watchLoaded(chain, {
    ...{ addresses: [address], load: () => loadVenue(protocol), onValue: onPool },
    ...(onError && { onError }),
    ...(mint && { mint }),
  })
}
