import type { Rpc, SolanaRpcApi } from '@solana/kit'
import type { AccountSet, AccountSnapshot, Address, Clock } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import type { Pool, Venue } from '@tern/venues'
import { createAccountCache, type OnAccount, type ReadOptions } from './read/accountCache.ts'
import { createAccountFollower } from './read/accountFollower.ts'
import { fetchAccounts } from './read/accounts.ts'
import { type BlockhashLifetime, readBlockhash } from './read/blockhash.ts'
import { createChainTime, type Epoch } from './read/clock.ts'
import { createPoolReader, type PoolOptions, type PoolRead, type PoolToRead } from './read/pool.ts'
import { createRent } from './read/rent.ts'
import { createSlotCheck, maxSlotsBehind } from './read/slotCheck.ts'
import { readTokenAccounts, type WalletTokenAccount } from './read/tokenAccounts.ts'
import { createEndpoint, requestTimeoutMs } from './rpc/endpoint.ts'
import { createFailover } from './rpc/failover.ts'
import { createPatientTransport } from './rpc/patient.ts'
import type { Subscriptions } from './rpc/socket.ts'
import { createSolanaRpc } from './rpc/solanaRpc.ts'
import { createSockets } from './rpc/subscriptions.ts'

/** The nodes to talk to. */
export interface ChainOptions {
  /** One node or several: reads go to the first that answers, transactions to all. */
  readonly rpc: string | readonly string[]
  /** The WebSocket's URL, or several; unset: each node's URL with `ws` for `http`. */
  readonly subscriptions?: string | readonly string[]
  /** Where to read instead of at the nodes, as a gateway that chooses among them. Unset: at the nodes. */
  readonly reads?: string
  /**
   * What is known of a node, by its place in `rpc`: `last`: it is read from when all others fail; `never`: it is not asked, sent
   * to or listened to, as one that cannot be reached. Unset: `first`, all of them.
   */
  readonly whenToAsk?: (node: number) => 'first' | 'last' | 'never'
  /**
   * How long a node has for an answer, in milliseconds; `Infinity`: as long as the connection lives, for a node in this process.
   * @default 5000
   */
  readonly timeoutMs?: number
  /** Milliseconds from any origin, never going back. */
  readonly now?: () => number
}

/** What can be read from a cluster, and the nodes that transactions go to. Has connections: `close` it. */
export interface Chain {
  /** The first node that answers, for all that has no function here. Reads are tried again for up to 5 s. */
  readonly rpc: Rpc<SolanaRpcApi>
  /** Each node by itself, in the order given. */
  readonly nodes: readonly Rpc<SolanaRpcApi>[]
  /** Each node's subscriptions, in the order given. */
  readonly sockets: readonly Subscriptions[]
  readonly now: () => number
  /**
   * Reads accounts at commitment `confirmed`, each as of the latest slot that it was read or pushed at; `null` if it is not there.
   * A slot that the nodes have not come near is forgotten, so a node that names one holds nothing up for long.
   * @throws TernError `rpc/accounts`.
   */
  readAccounts(addresses: readonly Address[], options?: ReadOptions): Promise<AccountSet>
  /** Something wrote to these, at `slot` if that is known: they are read anew the next time that they are asked for. */
  forget(addresses: readonly Address[], slot?: bigint): void
  /** @throws TernError `pool/accountsNotReady`, `layout/*`, `rpc/*`. */
  readPool(venue: Venue, pool: Address, options?: PoolOptions): Promise<Pool>
  /** Many pools in as few requests as one takes, each as of one moment; in the order asked. @throws TernError `rpc/*`. */
  readPools(asked: readonly PoolToRead[], options?: ReadOptions): Promise<readonly PoolRead[]>
  /** Token accounts of both token programs. @throws TernError `rpc/*`. */
  readTokenAccounts(owner: Address): Promise<readonly WalletTokenAccount[]>
  readEpoch(): Promise<Epoch>
  /** `slotMaxAgeMs`: the slot is asked for anew where what was told of it is older; unset: 30 s. @throws TernError `rpc/*`. */
  readClock(slotMaxAgeMs?: number): Promise<Clock>
  /** The latest, of a node that is not behind the others. @throws TernError `trade/noBlockhash`. */
  readBlockhash(): Promise<BlockhashLifetime>
  /** Lamports that keep an account of so many bytes of data alive. */
  readRent(bytes: number): Promise<bigint>
  /** The account as it is now, then at each change, until the returned function is called. */
  watchAccount(address: Address, onAccount: OnAccount, onError?: (error: unknown) => void): () => void
  /**
   * The pool as it is now, then whenever an account changes that it was opened from, until the returned function is called.
   * `mint`: as `readPool` takes it.
   */
  watchPool(
    venue: Venue,
    pool: Address,
    onPool: (pool: Pool) => void,
    onError?: (error: unknown) => void,
    mint?: Address,
  ): () => void
  close(): void
}

/** The pushes of one slot arrive one by one: one reading for all. */
const settleMs = 25
/** After a node answered from before the change. */
const behindMs = 400

/** Reads nothing yet: the first call connects. @throws TernError `rpc/noEndpoint`. */
export function createChain(options: ChainOptions): Chain {
  const { now = () => performance.now(), whenToAsk, timeoutMs = requestTimeoutMs } = options
  const mayAsk = (node: number) => whenToAsk?.(node) !== 'never'
  const list = (urls: string | readonly string[]) => (typeof urls === 'string' ? [urls] : urls)
  // A node named twice would be two witnesses of what became of a transaction.
  const urls = [...new Set(list(options.rpc))]
  const endpoints = urls.map((url, node) => createEndpoint(url, timeoutMs, () => mayAsk(node)))
  const nodes = endpoints.map(endpoint => endpoint.rpc)
  const reads =
    options.reads === undefined
      ? createFailover(endpoints, now, node => whenToAsk?.(node) === 'last')
      : createEndpoint(options.reads, timeoutMs).transport
  const rpc = createSolanaRpc(createPatientTransport(reads))
  const socketUrls = options.subscriptions === undefined ? undefined : list(options.subscriptions)
  const sockets = createSockets(urls, socketUrls, mayAsk)
  // Without a node nobody could tell what became of a transaction.
  if (nodes.length === 0 || sockets.length === 0) throw new TernError('rpc/noEndpoint', {})
  const checkSlot = createSlotCheck(askSlots, now, forgetBeyond)
  const cache = createAccountCache(now, checkSlot)
  /** What each watched pool forgets. */
  const watchedPools = new Set<(slot: bigint) => void>()
  const pools = createPoolReader(
    (addresses, how) => (how?.maxAgeMs === 0 ? fetchAndKeep(addresses) : readAccounts(addresses, how)),
    async owner => (await readTokenAccounts(rpc, owner)).map(({ mint }) => mint),
  )
  const follower = createAccountFollower(sockets, cache, fetchAndKeep, now)
  const time = createChainTime(rpc, addresses => readAccounts(addresses, { maxAgeMs: 0 }), {
    ...{ newestSlot: cache.newestSlot, now },
    onFarBehind: checkSlot,
  })
  const inFlight = new Map<Address, Promise<AccountSet>>()

  async function askSlots(): Promise<readonly bigint[]> {
    const told = await Promise.allSettled(nodes.map(node => node.getSlot({ commitment: 'confirmed' }).send()))
    return told.flatMap(one => (one.status === 'fulfilled' && typeof one.value === 'bigint' ? [one.value] : []))
  }

  /** Nobody has read anything as of a slot so far beyond what the cluster has reached. */
  function forgetBeyond(reached: bigint) {
    const slot = reached + maxSlotsBehind
    cache.forgetBeyond(slot)
    time.forgetBeyond(slot)
    pools.forgetBeyond(slot)
    for (const forget of watchedPools) forget(slot)
    follower.renew()
  }

  /** Returns the node's own answer. The accounts of one request share a slot, which may be older than an earlier reading. */
  async function fetchAndKeep(addresses: readonly Address[]): Promise<AccountSet> {
    const { accounts, slots } = await fetchAccounts(rpc, addresses)
    for (const [address, account] of accounts) cache.put(address, account, slots.get(address) ?? 0n)
    return accounts
  }

  async function readAccounts(addresses: readonly Address[], options: ReadOptions = {}): Promise<AccountSet> {
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
      const asked = fetchAndKeep(missing)
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
      // A node that is behind takes nothing back, nor does an answer that took longer than a push.
      const newest = cache.newest(address)
      ordered.set(address, newest === undefined ? account : newest)
    }
    return ordered
  }

  function watchAccount(address: Address, onAccount: OnAccount, onError?: (error: unknown) => void): () => void {
    let told = false
    const tell: OnAccount = account => {
      told = true
      onAccount(account)
    }
    const stops = [cache.listen(address, tell), follower.follow(address)]
    let stopped = false
    readAccounts([address]).then(
      read => {
        if (!stopped && !told) tell(read.get(address) ?? null)
      },
      error => {
        if (!stopped) onError?.(error)
      },
    )
    return () => {
      stopped = true
      for (const stop of stops) stop()
    }
  }

  function watchPool(
    venue: Venue,
    pool: Address,
    onPool: (pool: Pool) => void,
    onError?: (error: unknown) => void,
    mint?: Address,
  ): () => void {
    const stops = new Map<Address, () => void>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let openedSlot = -1n
    let changedSlot = 0n

    async function open(options?: ReadOptions) {
      try {
        const opened = await pools.readPool(venue, pool, { ...options, ...(mint && { mint }) })
        if (stopped) return
        for (const address of pools.accountsOf(venue, pool)) if (!stops.has(address)) stops.set(address, watch(address))
        if (opened.slot > openedSlot) {
          openedSlot = opened.slot
          onPool(opened)
        }
        if (openedSlot < changedSlot) timer ??= setTimeout(reopen, behindMs)
      } catch (error) {
        if (stopped) return
        onError?.(error)
        timer ??= setTimeout(reopen, retryMs)
      }
    }
    function reopen() {
      timer = undefined
      // Anew and all at once: of pushes that arrive one by one nobody knows which was a slot's last.
      if (openedSlot < changedSlot) void open({ maxAgeMs: 0 })
    }
    function watch(address: Address): () => void {
      const unfollow = follower.follow(address)
      const unlisten = cache.listen(address, account => {
        const slot = account?.slot ?? openedSlot + 1n
        if (slot > changedSlot) changedSlot = slot
        timer ??= setTimeout(reopen, settleMs)
      })
      return () => {
        unlisten()
        unfollow()
      }
    }

    function forget(slot: bigint) {
      if (openedSlot <= slot && changedSlot <= slot) return
      openedSlot = -1n
      changedSlot = 0n
      timer ??= setTimeout(reopen, settleMs)
    }

    watchedPools.add(forget)
    void open()
    return () => {
      stopped = true
      watchedPools.delete(forget)
      clearTimeout(timer)
      for (const stop of stops.values()) stop()
    }
  }

  return {
    rpc,
    nodes,
    sockets,
    now,
    readAccounts,
    forget(addresses, slot = 0n) {
      for (const address of addresses) {
        cache.expire(address, slot)
        inFlight.delete(address)
      }
    },
    readPool: pools.readPool,
    readPools: pools.readPools,
    readTokenAccounts: owner => readTokenAccounts(rpc, owner, cache.newest),
    readEpoch: time.readEpoch,
    readClock: time.readClock,
    readBlockhash: () => readBlockhash({ rpc, nodes }, cache.newestSlot()),
    readRent: createRent(rpc),
    watchAccount,
    watchPool,
    close: follower.close,
  }
}

/** After a pool could not be read. */
const retryMs = 2000
