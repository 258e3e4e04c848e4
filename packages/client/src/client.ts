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

/** What a client is made of; only `rpc` is needed. */
export interface ClientOptions {
  /** One node or several: reads go to the first that answers, transactions to all. */
  readonly rpc: string | readonly string[]
  /** The WebSocket's URL, or several; unset: each node's URL with `ws` for `http`. */
  readonly subscriptions?: string | readonly string[]
  /** Where to read instead of at the nodes, as a gateway that chooses among them. Unset: at the nodes. */
  readonly reads?: string
  /**
   * How long a node has for an answer, in milliseconds; `Infinity`: as long as the connection lives, for a node in this process.
   * @default 5000
   */
  readonly timeoutMs?: number
  /** Who signs and pays; without one, trades can be quoted only. */
  readonly owner?: Owner
  /** Unset: the nodes themselves. */
  readonly providers?: readonly Provider[]
  /** The URL of a server's `/api/spot/relayer`, which sends along by its nodes; by its providers: `relayedProvider`. */
  readonly relayer?: string
  /** Nothing is given to the relayer, though there is one: what is sent goes directly alone. */
  readonly skipRelayer?: boolean
  /** Takes Tern's fee of 1%; unset: nobody does. */
  readonly feeWallet?: Address
  /** A lookup table with the accounts that trades share (`extendLookupTable`), for messages that would be too long. Unset: none. */
  readonly lookupTable?: Address
  /** Where signed trades are noted down before they are sent, so that `resumeSent` finds them after a crash. Unset: nowhere. */
  readonly journal?: Journal
}

/** What actions work with: connections, who signs, the ways out. Has connections: `client.chain.close()`. */
export interface Client {
  readonly chain: Chain
  readonly owner: Owner | undefined
  readonly providers: readonly Provider[]
  readonly relayer: Relayer | undefined
  readonly feeWallet: Address | undefined
  readonly lookupTable: Address | undefined
  readonly journal: Journal | undefined
}

/** Reads nothing yet: the first call connects. Has connections: `client.chain.close()`. @throws TernError `rpc/noEndpoint`. */
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
    journal,
  }
}

/** The same client, with its connections and caches, for another owner. */
export function withOwner(client: Client, owner: Owner | undefined): Client {
  return { ...client, owner }
}

/** Where a token trades, as token listings name it. */
export interface PoolName {
  readonly protocol: Protocol
  readonly address: Address
  /** The token that trades in it: where a pool does not name it, it need not be looked for. */
  readonly mint?: Address
}

/** The pool as it is now, then whenever it changes, until the returned function is called. */
export function watchPool(
  { chain }: Pick<Client, 'chain'>,
  pool: PoolName,
  onPool: (pool: Pool) => void,
  onError?: (error: unknown) => void,
): () => void {
  let stop: (() => void) | undefined
  let stopped = false
  loadVenue(pool.protocol).then(
    venue => {
      if (!stopped) stop = chain.watchPool(venue, pool.address, onPool, onError, pool.mint)
    },
    error => {
      if (!stopped) onError?.(error)
    },
  )
  return () => {
    stopped = true
    stop?.()
  }
}
