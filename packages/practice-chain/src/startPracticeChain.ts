import type { Address } from '@tern/core'
import type { Bank, Travel } from './bank/bank.ts'
import { createBank } from './bank/createBank.ts'
import { answerJsonRpc, type Dispatch } from './jsonRpc.ts'
import { methods } from './methods/index.ts'
import type { PracticeNode } from './methods/method.ts'
import { rpcError } from './methods/rpcError.ts'
import { type Handlers, type RunningServer, startServer } from './server.ts'
import { followCommitments } from './subscriptions/commitments.ts'
import { serveSubscriptions } from './subscriptions/connection.ts'
import { createSubscriptionHub } from './subscriptions/subscriptionHub.ts'
import { deriveKey } from './world/deriveKey.ts'
import { liveThrough } from './world/history/liveThrough.ts'
import { discardUnfinished, type KeptWorld, keepWorld, readWorld } from './world/keptWorld.ts'
import { lookupTableAddress } from './world/lookupTable.ts'
import { type PoolToList, poolTable } from './world/poolTable.ts'
import { createSeededWorld, marketMakerKey, venueAccounts } from './world/seededWorld.ts'
import type { WorldToken } from './world/worldVenue.ts'

/** The options of a practice chain. Each has a default. */
export interface PracticeChainOptions {
  /** The directory that keeps the chain. Without it, the chain is lost when it closes. */
  readonly dataDir?: string
  /** @default '127.0.0.1' */
  readonly host?: string
  /** @default 0, a free port. */
  readonly port?: number
  /** A second port for sockets, for clients whose WebSocket URL cannot be set. */
  readonly subscriptionPort?: number
  /** The content of a new chain: tokens with pools (the default), or nothing. */
  readonly world?: 'seeded' | 'empty'
  /**
   * The seed of a new world's keys.
   * @default 'tern'
   */
  readonly seed?: string
  /** A directory of real program binaries, `<program id>.so`, that replace the simulated programs. */
  readonly programsDir?: string
  /** A directory of recorded accounts for a new chain, in the format of `solana account --output json`. */
  readonly snapshotsDir?: string
  /**
   * Milliseconds per slot.
   * @default 400
   */
  readonly slotMs?: number
  /**
   * The chain's clock, in milliseconds since 1970.
   * @default Date.now
   */
  readonly now?: () => number
  /**
   * Slots per epoch of a new chain.
   * @default 432_000n, as on mainnet.
   */
  readonly slotsPerEpoch?: bigint
  /**
   * A new chain begins this many seconds before `now`, and its clock stays behind by as much until it travels.
   * @default 0
   */
  readonly beganSecondsAgo?: number
  /**
   * Seconds of history of a new seeded world: its makers' trades, launches, migrations and changes of liquidity are on the chain from the
   * start.
   * Making it takes about a second for each hour.
   * @default 0
   */
  readonly historySeconds?: number
  /** Receives the share of a new world's history that is made, from 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Called once if the disk fails to store the chain's changes. The chain stands still then. */
  readonly onFault?: (error: unknown) => void
  /** Receives a line of text if the chain's journal is damaged. It says how much of the journal is left out. */
  readonly onNotice?: (notice: string) => void
}

/** A running practice chain. */
export interface PracticeChain {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly genesisHash: string
  /** The tokens that the chain had when it was opened for the first time. */
  readonly world: readonly WorldToken[]
  /** The seed of the world's keys. */
  readonly seed: string
  /** A wallet of the world that holds SOL and some of every token in a pool. */
  readonly marketMaker: CryptoKeyPair
  /** A lookup table with the accounts that trades share. `undefined` for an empty world. */
  readonly lookupTable: Address | undefined
  /**
   * Returns the lookup table with the accounts of a pool. Each pool has a table.
   *
   * @returns `undefined` if there is no such pool, or if it takes no swaps.
   */
  readonly lookupTableOf: (pool: PoolToList) => Promise<Address | undefined>
  /**
   * Abandons the newest blocks, see `Bank.rollback`.
   * @throws TernError `practice/rollback`.
   */
  rollback(slots: bigint): Promise<void>
  /**
   * Jumps forward in time, see `Bank.travel`.
   * @throws TernError `practice/travel`.
   */
  travel(travel: Travel): Promise<void>
  /** Saves the chain, frees the ports and releases the directory. */
  close(): Promise<void>
}

/**
 * Starts a chain for practice and for tests: a Solana node of a single validator. JSON-RPC and WebSocket share a port.
 */
export async function startPracticeChain(options: PracticeChainOptions = {}): Promise<PracticeChain> {
  const { dataDir, host = '127.0.0.1', port = 0, subscriptionPort } = options
  const kept = dataDir === undefined ? undefined : await readWorld(dataDir)
  if (dataDir !== undefined && kept === undefined) await discardUnfinished(dataDir)
  const begun = kept === undefined ? await beginWorld(options) : { world: kept, genesis: [] }
  const bank = await createBank({ ...given(options), genesis: begun.genesis })
  const servers: RunningServer[] = []
  const closeAll = async (): Promise<void> => {
    await Promise.all(servers.map(server => server.close()))
    await bank.close()
  }
  try {
    if (kept !== undefined && kept.tokens.length > 0) await settlePrograms(bank, kept.seed)
    const world = kept ?? { ...begun.world, tokens: await withHistory(bank, begun.world, options) }
    if (dataDir !== undefined && kept === undefined) await keepWorld(dataDir, world)
    const { address: identity } = await deriveKey(bank.genesisHash, 'validator')
    const node: PracticeNode = { bank, identity }
    const subscriptions = createSubscriptionHub({ ...node, commitments: followCommitments(bank) })
    const handlers: Handlers = {
      answer: body => answerJsonRpc(body, dispatchTo(node)),
      connect: (socket, stream) => serveSubscriptions(subscriptions, socket, stream),
    }
    const server = await startServer(host, port, handlers)
    servers.push(server)
    if (subscriptionPort !== undefined) servers.push(await startServer(host, subscriptionPort, handlers))
    const { keyPair: marketMaker } = await marketMakerKey(world.seed)
    const lookupTable = await lookupTableAddress(world.seed)
    const authority = `${host.includes(':') ? `[${host}]` : host}:${server.port}`
    return {
      rpcUrl: `http://${authority}`,
      wsUrl: `ws://${authority}`,
      genesisHash: bank.genesisHash,
      world: world.tokens,
      seed: world.seed,
      marketMaker,
      lookupTable: bank.account(lookupTable) === null ? undefined : lookupTable,
      lookupTableOf: pool => poolTable(bank, world.seed, pool),
      rollback: bank.rollback,
      travel: bank.travel,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Adds accounts for programs that were first simulated after this chain began. Existing accounts do not change. */
async function settlePrograms(bank: Bank, seed: string): Promise<void> {
  for (const [address, content] of await venueAccounts(seed))
    if (bank.account(address) === null) bank.setAccount(address, content)
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000)

/** Creates a new world with its accounts, at the start of its history. */
async function beginWorld(options: PracticeChainOptions) {
  const { world = 'seeded', seed = 'tern', now = Date.now, historySeconds = 0 } = options
  if (world === 'empty') return { world: { seed, tokens: [] }, genesis: [] }
  const begins = wholeSeconds(now()) - historySeconds
  const { tokens, genesis } = await createSeededWorld(seed, BigInt(begins), historySeconds)
  return { world: { seed, tokens }, genesis }
}

/** Makes the world's history, and returns its tokens after it. */
async function withHistory(
  bank: Bank,
  { seed, tokens }: KeptWorld,
  { historySeconds = 0, beganSecondsAgo = 0, onProgress }: PracticeChainOptions,
): Promise<readonly WorldToken[]> {
  if (historySeconds === 0 || tokens.length === 0) return tokens
  const fromSeconds = Number(bank.clock().unixTimestamp) + beganSecondsAgo
  const untilSeconds = fromSeconds + historySeconds
  const trades = Math.round(historySeconds / 7.3)
  const liquidityChanges = Math.round(historySeconds / 120)
  return liveThrough(bank, {
    ...{ seed, tokens, fromSeconds, untilSeconds, trades, liquidityChanges },
    ...(onProgress && { onProgress }),
  })
}

/** Picks the bank's options. */
const given = ({
  dataDir,
  programsDir,
  snapshotsDir,
  slotMs = 400,
  now = Date.now,
  beganSecondsAgo = 0,
  historySeconds = 0,
  slotsPerEpoch,
  onFault,
  onNotice,
}: PracticeChainOptions) => ({
  slotMs,
  now,
  beganSecondsAgo: beganSecondsAgo + historySeconds,
  ...(onFault === undefined ? {} : { onFault }),
  ...(onNotice === undefined ? {} : { onNotice }),
  ...(slotsPerEpoch === undefined ? {} : { slotsPerEpoch }),
  ...(dataDir === undefined ? {} : { dataDir }),
  ...(programsDir === undefined ? {} : { programsDir }),
  ...(snapshotsDir === undefined ? {} : { snapshotsDir }),
})

/** Carries out calls over HTTP. */
function dispatchTo(node: PracticeNode): Dispatch {
  return (name, params) => {
    const method = methods.get(name)
    if (method === undefined) throw rpcError('methodNotFound', 'Method not found')
    return method(node, params)
  }
}
