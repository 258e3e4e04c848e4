import type { Rpc, SolanaRpcApi } from '@solana/kit'
import {
  type AccountSet,
  type Address,
  type Clock,
  type OwnedReadable,
  type Readable,
  type ReadValue,
  TernError,
} from '@tern/core'
import { createAccountCache, type OnAccount, type ReadOptions } from './read/accountCache.ts'
import { createAccountFollower } from './read/accountFollower.ts'
import { createAccountReader } from './read/accountReader.ts'
import { type BlockhashLifetime, readBlockhash } from './read/blockhash.ts'
import { type ClockMaxAges, createChainTime, type Epoch } from './read/clock.ts'
import { createObjectReader, type ObjectRead, type ObjectToRead, type ReadObjectOptions } from './read/objects.ts'
import { createRent } from './read/rent.ts'
import { createSlotCheck, maxSlotsBehind } from './read/slotCheck.ts'
import { readTokenAccounts, type WalletTokenAccount } from './read/tokenAccounts.ts'
import { createWatcher, type WatchOptions } from './read/watch.ts'
import { createEndpoint, requestTimeoutMs } from './rpc/endpoint.ts'
import { createFailover } from './rpc/failover.ts'
import { createPatientTransport } from './rpc/patient.ts'
import type { Subscriptions } from './rpc/socket.ts'
import { createSolanaRpc } from './rpc/solanaRpc.ts'
import { createSockets } from './rpc/subscriptions.ts'

/** The nodes to use, and how. */
export interface ChainOptions {
  /** URL of a node, or of several. Reads go to the first that answers, transactions to all. */
  readonly rpc: string | readonly string[]
  /** WebSocket URLs. Unset: each node's URL with `ws` instead of `http`. */
  readonly subscriptions?: string | readonly string[]
  /** URL for reads, for example a gateway that chooses among nodes. Unset: the nodes. */
  readonly reads?: string
  /**
   * Says when to use a node, by its position in `rpc`.
   * `last`: for reads only after all others failed. `never`: not for reads, transactions or subscriptions.
   * Unset: `first` for every node.
   */
  readonly whenToAsk?: (node: number) => 'first' | 'last' | 'never'
  /**
   * Max milliseconds for a node's answer. `Infinity`: as long as the connection lives, for a node in this process.
   * @default 5000
   */
  readonly timeoutMs?: number
  /** Milliseconds from any origin, never going back. */
  readonly now?: () => number
}

/** Reads a cluster, and holds the nodes that transactions go to. It opens connections: call `close` at the end. */
export interface Chain {
  /** The first node that answers, for requests that have no function here. A failed read is retried for up to 5 s. */
  readonly rpc: Rpc<SolanaRpcApi>
  /** Each node separately, in the order given. */
  readonly nodes: readonly Rpc<SolanaRpcApi>[]
  /** Each node's subscriptions, in the order given. */
  readonly sockets: readonly Subscriptions[]
  readonly now: () => number
  /**
   * Reads accounts at commitment `confirmed`, each at the latest slot of any reading or push. `null`: the account does not exist.
   * A slot far beyond the nodes' slots is forgotten, so a node that makes up slots blocks reads only briefly.
   *
   * @throws TernError `rpc/accounts`, `rpc/notBase64`.
   */
  readAccounts(addresses: readonly Address[], options?: ReadOptions): Promise<AccountSet>
  /** Marks accounts as outdated after a write at `slot`, if the slot is known. Their next use reads again. */
  forget(addresses: readonly Address[], slot?: bigint): void
  /**
   * Reads an object: a pool of a venue, a position, a nonce account.
   *
   * @throws TernError `pool/accountsNotReady`, `layout/*`, `rpc/*`.
   */
  read<Value extends ReadValue>(
    readable: Readable<Value>,
    address: Address,
    options?: ReadObjectOptions,
  ): Promise<Value>
  /**
   * Reads many objects in few requests, each as of a single moment. Keeps the order.
   *
   * @throws TernError `rpc/*`.
   */
  readMany<Value extends ReadValue>(
    asked: readonly ObjectToRead<Value>[],
    options?: ReadOptions,
  ): Promise<readonly ObjectRead<Value>[]>
  /** Lists the newest value of each object that was read or watched lately, at most 2,000. Asks no node. */
  objects(): readonly ReadValue[]
  /**
   * Reports each object now and after each change of an account that it uses, until the returned function is called.
   * A single object is pushed by subscriptions. Several are polled together every 2 s, in as few requests as hold their accounts.
   */
  watch<Value extends ReadValue>(
    readable: Readable<Value>,
    addresses: Address | readonly Address[],
    options: WatchOptions<Value>,
  ): () => void
  /**
   * Reads the objects of a wallet, for a kind with addresses that derive from the owner. Leaves out objects that do not exist.
   *
   * @throws TernError `layout/*`, `rpc/*`.
   */
  find<Value extends ReadValue>(
    readable: OwnedReadable<Value>,
    owner: Address,
    options?: ReadOptions,
  ): Promise<readonly Value[]>
  /**
   * Lists token accounts of both token programs.
   *
   * @throws TernError `rpc/*`.
   */
  readTokenAccounts(owner: Address): Promise<readonly WalletTokenAccount[]>
  readEpoch(): Promise<Epoch>
  /**
   * Reads the chain's clock.
   *
   * @throws TernError `rpc/*`.
   */
  readClock(maxAges?: ClockMaxAges): Promise<Clock>
  /**
   * Reads the latest blockhash, from a node that does not lag behind the others.
   *
   * @throws TernError `trade/noBlockhash`.
   */
  readBlockhash(): Promise<BlockhashLifetime>
  /**
   * Returns the rent-exempt minimum for an account, in lamports.
   *
   * @param bytes size of the account's data.
   */
  readRent(bytes: number): Promise<bigint>
  /** Reports the account now and after each change, until the returned function is called. */
  watchAccount(address: Address, onAccount: OnAccount, onError?: (error: unknown) => void): () => void
  close(): void
}

/**
 * Creates a chain. It connects at the first call.
 *
 * @throws TernError `rpc/noEndpoint` without a node.
 * @example
 * const chain = createChain({ rpc: 'http://127.0.0.1:8899' })
 * const { kind } = await chain.readBlockhash() // kind: 'blockhash'
 */
export function createChain(options: ChainOptions): Chain {
  const { now = () => performance.now(), whenToAsk, timeoutMs = requestTimeoutMs } = options
  const mayAsk = (node: number) => whenToAsk?.(node) !== 'never'
  const list = (urls: string | readonly string[]) => (typeof urls === 'string' ? [urls] : urls)
  // A node that is listed twice must not count as two independent sources of an outcome.
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
  // An outcome needs at least one source.
  if (nodes.length === 0 || sockets.length === 0) throw new TernError('rpc/noEndpoint', {})
  const checkSlot = createSlotCheck(askSlots, now, forgetBeyond)
  const cache = createAccountCache(now, checkSlot)
  const { readFresh, read: readAccounts, forget } = createAccountReader(rpc, cache)
  const objects = createObjectReader(
    (addresses, how) => {
      if (how?.isSettled) for (const address of addresses) cache.settle(address)
      return how?.maxAgeMs === 0 && !how.isSettled ? readFresh(addresses) : readAccounts(addresses, how)
    },
    async owner => (await readTokenAccounts(rpc, owner)).map(({ mint }) => mint),
  )
  const follower = createAccountFollower(sockets, cache, { readFresh, now })
  const watcher = createWatcher(objects, follower, cache)
  const time = createChainTime(rpc, addresses => readAccounts(addresses, { maxAgeMs: 0 }), {
    ...{ newestSlot: cache.newestSlot, now },
    onFarBehind: checkSlot,
  })

  async function askSlots(): Promise<readonly bigint[]> {
    const answers = await Promise.allSettled(nodes.map(node => node.getSlot({ commitment: 'confirmed' }).send()))
    return answers.flatMap(one => (one.status === 'fulfilled' && typeof one.value === 'bigint' ? [one.value] : []))
  }

  /** Forgets slots further beyond the reached slot than a healthy node can be. */
  function forgetBeyond(reached: bigint) {
    const slot = reached + maxSlotsBehind
    cache.forgetBeyond(slot)
    time.forgetBeyond(slot)
    objects.forgetBeyond(slot)
    watcher.forgetBeyond(slot)
    follower.renew()
  }

  function watchAccount(address: Address, onAccount: OnAccount, onError?: (error: unknown) => void): () => void {
    let isReported = false
    const report: OnAccount = account => {
      isReported = true
      onAccount(account)
    }
    const stops = [cache.listen(address, report), follower.follow(address)]
    let stopped = false
    readAccounts([address]).then(
      read => {
        if (!stopped && !isReported) report(read.get(address) ?? null)
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

  async function find<Value extends ReadValue>(
    readable: OwnedReadable<Value>,
    owner: Address,
    options?: ReadOptions,
  ): Promise<readonly Value[]> {
    const addresses = await readable.find(owner)
    const there = await readAccounts(addresses, options)
    // Anyone can send lamports to an address, so an account without data is not an object.
    const asked = addresses.filter(address => there.get(address)?.data.length).map(address => ({ readable, address }))
    const answers = await objects.readMany<Value>(asked)
    return answers.map(answer => {
      if ('error' in answer) throw answer.error
      return answer.value
    })
  }

  return {
    rpc,
    nodes,
    sockets,
    now,
    readAccounts,
    forget,
    read: objects.read,
    readMany: objects.readMany,
    objects: objects.values,
    watch: (readable, addresses, options) =>
      watcher.watch(readable, typeof addresses === 'string' ? [addresses] : addresses, options),
    find,
    readTokenAccounts: owner => readTokenAccounts(rpc, owner, cache.newest),
    readEpoch: time.readEpoch,
    readClock: time.readClock,
    readBlockhash: () => readBlockhash({ rpc, nodes }, cache.newestSlot()),
    readRent: createRent(rpc),
    watchAccount,
    close: follower.close,
  }
}
