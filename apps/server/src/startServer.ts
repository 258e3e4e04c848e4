import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createChain } from '@tern/chain'
import { watchProviders } from '@tern/chain/internal'
import { type Address, isTernError, TernError } from '@tern/core'
import { tipTaker } from '@tern/core/internal/tipAccounts'
import manifest from '../package.json' with { type: 'json' }
import { openActivity } from './activity/openActivity.ts'
import { openBundleStore } from './bundles/bundleStore.ts'
import { createStorageBudget, limitNewSessions } from './bundles/storageBudget.ts'
import { noteOpenings, tidyBundles } from './bundles/tidyBundles.ts'
import type { Config } from './config.ts'
import { createEmitter, type Emitter } from './data/emitter.ts'
import type { LiveTradeRow } from './data/rows.ts'
import { openDatabase } from './database/database.ts'
import { watchDisk } from './database/disk.ts'
import { lockDirectory } from './database/lock.ts'
import type { Gateway } from './gateway/httpGateway.ts'
import { methodRules } from './gateway/methods.ts'
import { connectSocket } from './gateway/socketGateway.ts'
import { createSockets, type SocketRoute } from './gateway/sockets.ts'
import type { Upstream } from './gateway/upstream.ts'
import { createClientRateLimit } from './http/clientRateLimit.ts'
import { type Listening, listen } from './http/listen.ts'
import { createSeats } from './http/seats.ts'
import { createEarlyRoutes, createRoutes, isEarly } from './httpRoutes.ts'
import { openMarkets } from './indexer/markets.ts'
import { createTransactionReader } from './indexer/transaction.ts'
import { followBlockhashes } from './network/blockhashFeed.ts'
import { clusterNode } from './network/clusterNode.ts'
import { createLifetimes } from './network/lifetimes.ts'
import { readNetwork } from './network/network.ts'
import { type Nodes, openNodes } from './network/nodes.ts'
import { isTerminalScreen, readPages } from './pages/builtPages.ts'
import { pagePolicy, vaultPolicy } from './pages/headers.ts'
import { vaultPage } from './pages/vaultPage.ts'
import { startPracticeNode } from './practice/practiceNode.ts'
import { createPriceFollower } from './prices/followPrices.ts'
import { createPriceStream, readOwnersOn, watchNonceOn } from './prices/servePrices.ts'
import { openReferralStore } from './referrals/openReferralStore.ts'
import { openReferrals } from './referrals/openReferrals.ts'
import { createAdmission } from './relayer/admission.ts'
import { guardedRelayer } from './relayer/guardedRelayer.ts'
import { openProviders, tipTakers } from './relayer/openProviders.ts'
import { createRelayer } from './relayer/relay.ts'
import { relayedPrograms } from './relayer/relayedPrograms.ts'
import { createHub } from './stream/hub.ts'
import { serveStream } from './stream/serveStream.ts'

export interface RunningServer {
  readonly port: number
  /** Address for the browser. */
  readonly url: string
  /** A short description of the network, such as "practice money on a practice chain". */
  readonly about: string
  /** Saves unsaved data and frees all resources. */
  close(): Promise<void>
}

const builtTerminal = fileURLToPath(new URL('../../terminal/dist', import.meta.url))
const builtVault = fileURLToPath(new URL('../../vault/dist', import.meta.url))

/** How far the server's start has come. */
export interface Progress {
  /** The server answers with its pages here already. */
  readonly url: string
  readonly step: 'chain' | 'node' | 'database' | 'markets'
  /** In the step `chain`: the finished share of a new world's history, from 0 to 1. */
  readonly share?: number
}

interface Options {
  /** Receives unexpected errors. The server goes on. */
  readonly onFault: (error: unknown) => void
  /** Receives lines for the operator's log. Unset: they are dropped. */
  readonly onNotice?: (notice: string) => void
  /** Receives the progress of the start. */
  readonly onProgress?: (progress: Progress) => void
  /** Directories with the built terminal and the built vault. */
  readonly terminalDir?: string
  readonly vaultDir?: string
  /** Base URL of an index of mainnet's pools with Raydium's API. Unset: Raydium's own. */
  readonly poolIndex?: string
  /** Script of the database's thread. Unset: the real database. */
  readonly databaseScript?: URL
}

/**
 * Starts the server: the port, the data directory and the pages, then the nodes, the database, and the markets.
 * If a part fails to start, the parts that have started are closed again.
 *
 * @throws TernError `config/*`, `database/*`, `practice/*`.
 */
export async function startServer(config: Config, options: Options): Promise<RunningServer> {
  const { onFault } = options
  const listening = await listen(config.host, config.port)
  const closers: Closer[] = []
  const { port } = listening
  const url = config.publicHost === undefined ? `http://tern.localhost:${port}` : `https://${config.publicHost}`
  const close = async () => {
    const ended = listening.close()
    for (const end of closers.splice(0).reverse()) {
      try {
        await end()
      } catch (error) {
        onFault(error)
      }
    }
    await ended
  }
  try {
    const onStep: OnStep = (step, share) => options.onProgress?.({ url, step, ...(share !== undefined && { share }) })
    const about = await start(config, { ...options, onStep }, listening, closers)
    return { port, url, about, close }
  } catch (error) {
    await close()
    throw asSetting(error, config.dataDir)
  }
}

/** Reports a full disk, or a file of the data directory that this user may not access, as a wrong DATA_DIR. */
function asSetting(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'code' in error) || isTernError(error)) return error
  const isOfDisk = ['EDQUOT', 'EIO', 'ENOSPC', 'EROFS'].includes(String(error.code))
  const isWithin = 'path' in error && String(error.path).startsWith(dataDir)
  if (!isOfDisk && !isWithin) return error
  return new TernError('config/badValue', { name: 'DATA_DIR', why: `${dataDir} cannot be used (${error.message})` })
}

type Closer = () => unknown
type OnStep = (step: Progress['step'], share?: number) => void

async function start(
  config: Config,
  {
    onFault,
    onNotice = () => {},
    terminalDir = builtTerminal,
    vaultDir = builtVault,
    databaseScript,
    poolIndex,
    onStep,
  }: Options & { readonly onStep: OnStep },
  listening: Listening,
  closers: Closer[],
): Promise<string> {
  closers.push(lockDirectory(config.dataDir, { onNotice }))
  const pages = await readBuiltPages(config, { terminalDir, vaultDir })
  const site = { publicHost: config.publicHost, trustedProxies: config.trustedProxies }
  listening.answerEarlyWith({
    takes: ({ method, url }) => isEarly(method, url),
    request: getRequestListener(createEarlyRoutes({ site, pages, onFault }).fetch, { overrideGlobalObjects: false }),
  })
  onStep(config.cluster === undefined ? 'chain' : 'node')
  const node =
    config.cluster === undefined
      ? await startPracticeNode(config, { onFault, onNotice, onProgress: share => onStep('chain', share) })
      : clusterNode(config.cluster, config, poolIndex)
  closers.push(node.close)
  onStep('node')
  const nodes = await node.persist(() => openNodes(node.addresses, onNotice, node.answerWithinMs))
  closers.push(nodes.stop)
  const chain = createChain({
    rpc: node.addresses.map(({ rpcUrl }) => rpcUrl),
    subscriptions: node.addresses.map(({ subscriptionsUrl }) => subscriptionsUrl),
    whenToAsk: nodes.whenToAsk,
    ...(node.answerWithinMs !== undefined && { timeoutMs: node.answerWithinMs }),
  })
  closers.push(chain.close)
  const network = await node.persist(() => readNetwork(chain.rpc, nodes, { config, lookupTable: node.lookupTable }))
  const listings = await node.persist(() => node.list(chain))
  onStep('database')
  const database = await openDatabase(config.dataDir, {
    onFault,
    onNotice,
    ...(databaseScript && { script: databaseScript }),
  })
  closers.push(database.close)
  await tidyBundles(database, config.dataDir)
  const bundles = noteOpenings(await openBundleStore(database, config.dataDir, { onNotice }), database)
  closers.push(bundles.close)
  onStep('markets')
  const transactions = createTransactionReader(chain, onNotice)
  const candidatesOf = (mint: Address) => node.candidatesOf(mint, network.genesisHash)
  const prices = createPriceFollower(chain, { candidatesOf, kind: network.kind })
  closers.push(prices.stop)
  const markets = await openMarkets(chain, database, {
    listings,
    kind: network.kind,
    transactions,
    onState: prices.onState,
    pricesOf: prices.prices,
    describe: async mint => (await node.metadataOf(chain, mint))?.description ?? null,
    candidatesOf,
    persist: node.persist,
  })
  closers.push(markets.stop)
  prices.start(markets.listed)
  const streamLimit = createClientRateLimit({ burst: 600, perSecond: 40 })
  const priceStream = createPriceStream({
    ...{ prices: prices.prices, units: prices.units, limit: streamLimit },
    ...{ watchNonce: watchNonceOn(chain), readOwners: readOwnersOn(chain) },
  })
  closers.push(priceStream.stop)
  const { activity, stop: stopActivity } = openActivity(chain, database, {
    kind: network.kind,
    transactions,
    ...(config.feeWallet && { feeWallet: config.feeWallet }),
    takerOf: tipTakers(config.providers),
  })
  closers.push(stopActivity)
  const blockhashes = followBlockhashes(chain.rpc, network.kind === 'practice' ? 400 : 2_000, nodes.minSlot)
  closers.push(blockhashes.stop)
  const liveTrades = createEmitter<LiveTradeRow>('nothing')
  closers.push(markets.trades.listen(liveTrades.emit))
  const shown = await withMadeUpMarket(config.practice, markets, liveTrades)
  closers.push(shown.stop)
  const hub = createHub(
    { trades: liveTrades, rollbacks: markets.rollbacks, blockhashes, pools: markets.changedPools },
    randomBytes(6).toString('base64url'),
  )
  closers.push(hub.stop)
  const seats = {
    queries: createSeats({ ofClient: 64 }),
    subscriptions: createSeats({ ofClient: 64, altogether: 20_000 }),
  }
  const isSomebodyThere = () => seats.queries.taken() > 0 || seats.subscriptions.taken() > 0 || hub.readers > 0
  closers.push(node.startTrading(isSomebodyThere))

  const health = watchProviders(openProviders(chain, config.providers))
  closers.push(health.stop)
  const { feeWallet, referralShareBps: shareBps } = config
  const store = feeWallet && (await openReferralStore(database, config.dataDir, { onNotice }))
  if (store !== undefined) closers.push(store.close)
  const referrals =
    feeWallet &&
    store &&
    openReferrals(chain, database, { store, feeWallet, shareBps, programs: relayedPrograms, transactions, onFault })
  if (referrals !== undefined) closers.push(referrals.stop)
  const gateway = {
    upstream: nodes.first,
    rules: methodRules(network.kind),
    limit: createClientRateLimit({ burst: 1_000, perSecond: 100 }),
    // Practice SOL pays for accounts, and they stay: 1 SOL is the rent of 140 kB.
    faucet: createClientRateLimit({ burst: 500, perSecond: 0.02 }),
  }
  const askDisk = watchDisk(config.dataDir)
  const calls = createClientRateLimit({ burst: 300, perSecond: 50 })
  const { isAlive } = createLifetimes({ chain, isRecent: blockhashes.isRecent })
  const relayer = createRelayer({
    ...{ providers: health.providers, programs: relayedPrograms, limit: calls },
    admission: createAdmission({ providers: health.providers, feeWallet, isAlive }),
  })
  const routes = createRoutes({
    site,
    pages,
    gateway,
    nodes: nodes.each,
    relayer: guardedRelayer(relayer, nodes),
    bundles,
    procedures: {
      network,
      ...markets,
      tokens: { ...markets.tokens, list: shown.listTokens },
      pools: { ...markets.pools, list: shown.listPools },
      poolsOf: mint => node.poolsOf(mint, network.genesisHash),
      tablesOf: pools => node.tablesOf(pools, network.genesisHash),
      activity,
      blockhashes,
      providers: health,
      referrals,
    },
    async balancesOf(addresses) {
      const accounts = await chain.readAccounts(addresses, { maxAgeMs: 0 })
      return addresses.map(address => accounts.get(address)?.lamports ?? 0n)
    },
    pictureOf: node.pictureOf,
    metadataOf: mint => node.metadataOf(chain, mint),
    limits: {
      calls,
      bundles: {
        writes: createClientRateLimit({ burst: 60, perSecond: 0.05 }),
        newSessions: limitNewSessions(),
      },
      storage: createStorageBudget(bundles),
    },
    seats,
    async health() {
      const [disk, slot] = [await askDisk(), blockhashes.slot()]
      const db = database.isAlive() ? 'ok' : 'down'
      return {
        ok: slot !== null && db === 'ok' && disk === 'ok',
        ...{ slot, db, disk, nodes: nodes.health(), streams: hub.readers, version: manifest.version },
        skippedTransactions: transactions.skipped,
      }
    },
    onFault,
  })
  const sockets = createSockets(
    {
      ...rpcSockets(nodes, gateway),
      '/api/stream': {
        seats: createSeats({ ofClient: 64, altogether: 20_000 }),
        limit: streamLimit,
        serve: (socket, client) => serveStream(socket, hub, { name: client, limit: streamLimit }),
      },
      '/api/prices': {
        part: 'vault',
        // A browser opens one socket, and each socket may watch nonce accounts.
        seats: createSeats({ ofClient: 16, altogether: 5_000 }),
        limit: streamLimit,
        serve: priceStream.serve,
      },
    },
    site,
  )
  closers.push(sockets.close)
  listening.answerWith({
    request: getRequestListener(routes.fetch, { overrideGlobalObjects: false }),
    upgrade: sockets.upgrade,
  })
  return network.kind === 'practice' ? 'practice money on a practice chain' : `real coins on ${network.name}`
}

/** Reads the built pages of the terminal and of the vault, with the accounts that the vault may pay. */
async function readBuiltPages(
  { providers, feeWallet }: Config,
  { terminalDir, vaultDir }: { readonly terminalDir: string; readonly vaultDir: string },
) {
  const tipAccounts = providers.flatMap(({ settings }) => settings.tipAccounts ?? [])
  const app = await readPages(terminalDir, { policy: pagePolicy, isScreen: isTerminalScreen })
  const vault = await readPages(vaultDir, {
    policy: vaultPolicy,
    isScreen: path => path === '/' || path === '/window',
    complete: html =>
      vaultPage(html, {
        tipAccounts: tipAccounts.filter(account => tipTaker(account) === undefined),
        payees: feeWallet === undefined ? [] : [feeWallet],
      }),
  })
  return { app, vault }
}

/** Adds made-up tokens, pools and trades to the markets, as far as the settings ask for them. */
async function withMadeUpMarket(
  { madeUpTradesPerSecond: perSecond, madeUpTokens: tokens, madeUpPools: pools, seed = 'tern' }: Config['practice'],
  markets: Pick<Awaited<ReturnType<typeof openMarkets>>, 'tokens' | 'pools'>,
  { emit }: Pick<Emitter<LiveTradeRow>, 'emit'>,
) {
  const [listTokens, listPools] = [markets.tokens.list, markets.pools.list]
  if (perSecond === 0 && tokens === 0 && pools === 0) return { listTokens, listPools, stop: () => {} }
  const { madeUpPools, madeUpTokens, startMadeUpTrades } = await import('./practice/madeUpMarket.ts')
  const list = madeUpTokens(listTokens, tokens)
  const stop = startMadeUpTrades({ perSecond, seed }, list, emit)
  return { listTokens: list, listPools: madeUpPools(listPools, pools), stop }
}

/** The sockets to the nodes: `/rpc` to the first that answers, `/rpc/<n>` to a certain node. */
function rpcSockets(nodes: Pick<Nodes, 'first' | 'each'>, gateway: Gateway): Readonly<Record<string, SocketRoute>> {
  // A page opens a socket to each node.
  const seats = createSeats({ ofClient: 32 * nodes.each.length, altogether: 5_000 })
  const rpcSocket = (upstream: Upstream): SocketRoute => ({
    ...{ seats, limit: gateway.limit },
    serve: (socket, client) => connectSocket(socket, client, { ...gateway, upstream }),
  })
  return {
    '/rpc': rpcSocket(nodes.first),
    ...Object.fromEntries(nodes.each.map((upstream, i) => [`/rpc/${i + 1}`, rpcSocket(upstream)])),
  }
}
