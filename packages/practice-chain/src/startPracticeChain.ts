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
import { createSeededWorld, marketMakerKey, venueAccounts } from './world/seededWorld.ts'
import type { WorldToken } from './world/worldVenue.ts'

/** What a practice chain begins with; each has a default. */
export interface PracticeChainOptions {
  /** Where the chain is kept; without it, it is gone when it closes. */
  readonly dataDir?: string
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Default 0: a free one. */
  readonly port?: number
  /** A second port for sockets, where clients look for them that cannot be told. */
  readonly subscriptionPort?: number
  /** What a new chain begins with: tokens with pools (the default), or nothing. */
  readonly world?: 'seeded' | 'empty'
  /** What a new world's keys follow from. Default `tern`. */
  readonly seed?: string
  /** Real program binaries, `<program id>.so`, in place of the simulated programs. */
  readonly programsDir?: string
  /** Recorded accounts that a new chain begins with, as `solana account --output json` writes them. */
  readonly snapshotsDir?: string
  /** How long a slot takes. Default 400. */
  readonly slotMs?: number
  /** Milliseconds since 1970, for the chain's clock. Default the machine's. */
  readonly now?: () => number
  /** For a new chain. Default 432,000, as on mainnet. */
  readonly slotsPerEpoch?: bigint
  /** A new chain begins so many seconds before `now`, and stays behind by as much until it travels. Default 0. */
  readonly beganSecondsAgo?: number
  /**
   * A new seeded world has lived for so many seconds when it is first shown: what its makers traded, launched and migrated
   * then is on the chain. About a second for each hour. Default 0.
   */
  readonly historySeconds?: number
  /** Hears which share of a new world's history is made, from 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Told once when the disk does not take what the chain does: the chain stands still then. */
  readonly onFault?: (error: unknown) => void
  /** Hears in one line that the chain's journal is damaged, and how much of it is left out. */
  readonly onNotice?: (notice: string) => void
}

/** A running practice chain. */
export interface PracticeChain {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly genesisHash: string
  /** The tokens that the chain had when it was first shown. */
  readonly world: readonly WorldToken[]
  /** What the world's keys follow from. */
  readonly seed: string
  /** A wallet of the world that holds SOL and some of every token in a pool. */
  readonly marketMaker: CryptoKeyPair
  /** With the accounts that trades share; `undefined` of an empty world. */
  readonly lookupTable: Address | undefined
  /** Abandons the newest blocks, see `Bank.rollback`. @throws TernError `practice/rollback`. */
  rollback(slots: bigint): Promise<void>
  /** Jumps forward, see `Bank.travel`. @throws TernError `practice/travel`. */
  travel(travel: Travel): Promise<void>
  /** Saves, frees the ports and lets go of the directory. */
  close(): Promise<void>
}

/** Starts a chain for practising and for tests: a Solana node of one validator, its JSON-RPC and its WebSocket on one port. */
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
      rollback: bank.rollback,
      travel: bank.travel,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** A chain that began before a program was simulated gets what that program needs; what the chain has stays as it is. */
async function settlePrograms(bank: Bank, seed: string): Promise<void> {
  for (const [address, content] of await venueAccounts(seed))
    if (bank.account(address) === null) bank.setAccount(address, content)
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000)

/** A new world with its accounts, as it is when its history begins. */
async function beginWorld(options: PracticeChainOptions) {
  const { world = 'seeded', seed = 'tern', now = Date.now, historySeconds = 0 } = options
  if (world === 'empty') return { world: { seed, tokens: [] }, genesis: [] }
  const begins = wholeSeconds(now()) - historySeconds
  const { tokens, genesis } = await createSeededWorld(seed, BigInt(begins), historySeconds)
  return { world: { seed, tokens }, genesis }
}

/** The world's tokens as they are after its history. */
async function withHistory(
  bank: Bank,
  { seed, tokens }: KeptWorld,
  { historySeconds = 0, beganSecondsAgo = 0, onProgress }: PracticeChainOptions,
): Promise<readonly WorldToken[]> {
  if (historySeconds === 0 || tokens.length === 0) return tokens
  const fromSeconds = Number(bank.clock().unixTimestamp) + beganSecondsAgo
  const untilSeconds = fromSeconds + historySeconds
  const trades = Math.round(historySeconds / 7.3)
  return liveThrough(bank, { seed, tokens, fromSeconds, untilSeconds, trades, ...(onProgress && { onProgress }) })
}

/** What the bank is to know of the options. */
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
