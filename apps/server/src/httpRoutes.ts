import type { HttpBindings } from '@hono/node-server'
import { isAddress } from '@solana/kit'
import { type Address, TernError } from '@tern/core'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { appRouter } from './appRouter.ts'
import { type BalancesOf, postBalances } from './bundles/balanceRoute.ts'
import { type BundleLimits, getBundle, postBundle, putBundle, signOutOthers } from './bundles/bundleRoute.ts'
import type { BundleStore } from './bundles/bundleStore.ts'
import { handOverSession, takeSession } from './bundles/sessionRoute.ts'
import type { StorageBudget } from './bundles/storageBudget.ts'
import type { MetadataRow } from './data/rows.ts'
import type { DiskState } from './database/disk.ts'
import { answerRpc, type Gateway } from './gateway/httpGateway.ts'
import type { Upstream } from './gateway/upstream.ts'
import { errorAnswer, json } from './http/answer.ts'
import { costOfBody, delayRefusal, maxBodyBytes, readJson, readText } from './http/body.ts'
import { type ClientSettings, clientOf } from './http/clientAddress.ts'
import type { ClientRateLimit } from './http/clientRateLimit.ts'
import { assertPlainJson } from './http/plainJson.ts'
import type { Seats } from './http/seats.ts'
import { assertFromVault, assertSameSite, type Part, type Site, type SiteSettings, siteOf } from './http/site.ts'
import type { Nodes } from './network/nodes.ts'
import type { Pages } from './pages/builtPages.ts'
import { commonHeaders, inertPolicy } from './pages/headers.ts'
import type { ProcedureContext } from './procedures/procedure.ts'
import { maxRelayBytes, type Relayer } from './relayer/relay.ts'

/** Max procedures in a request. */
const maxProcedures = 20
const subscriptionNames = new Set(
  Object.entries<object>(appRouter._def.procedures).flatMap(([name, procedure]) =>
    '_def' in procedure && Object(procedure._def).type === 'subscription' ? [name] : [],
  ),
)

export interface Services {
  readonly site: SiteSettings & ClientSettings
  readonly pages: Readonly<Record<Part, Pages>>
  readonly gateway: Gateway
  /** The upstreams behind `/rpc/<n>`, with `n` from 1. */
  readonly nodes: readonly Upstream[]
  readonly relayer: Relayer
  readonly bundles: BundleStore
  readonly balancesOf: BalancesOf
  readonly procedures: Omit<ProcedureContext, 'client'>
  /** Returns a mint's picture as an SVG document. */
  pictureOf(mint: Address): string | undefined
  metadataOf(mint: Address): Promise<MetadataRow | undefined>
  readonly limits: { readonly calls: ClientRateLimit; readonly bundles: BundleLimits; readonly storage: StorageBudget }
  /**
   * Seats for running procedures, separate for each kind: a query holds its seat until its answer, a subscription until
   * its end.
   */
  readonly seats: { readonly queries: Seats; readonly subscriptions: Seats }
  health(): Promise<Health>
  /** Receives unexpected errors. The client sees only a generic error. */
  onFault(error: unknown): void
}

interface Health {
  readonly ok: boolean
  readonly slot: number | null
  readonly db: 'ok' | 'down'
  /** Says if writes reach the disk. */
  readonly disk: DiskState
  /** In the order of the settings. */
  readonly nodes: ReturnType<Nodes['health']>
  /** Open streams of `/api/stream`. */
  readonly streams: number
  /** Transactions since the start that could not be read or decoded. Their trades are missing. */
  readonly skippedTransactions: number
  readonly version: string
}

type Environment = { Bindings: HttpBindings; Variables: { site: Site; client: string } }

/**
 * Checks if a path belongs to the API, in any spelling. No page has such a path, so a program with a mistyped path
 * never gets a page.
 */
const isOfApi = (path: string) =>
  /^\/+(?:api|trpc|rpc|metadata|pictures|health)(?:[/?]|$)/i.test(path.replaceAll(/%2f/gi, '/'))

/** Checks if `createEarlyRoutes` answers the request. */
export function isEarly(method = 'GET', path = '/'): boolean {
  if (path === '/health') return true
  return (method === 'GET' || method === 'HEAD') && !isOfApi(path)
}

/**
 * Creates the routes that need neither the chain nor the database, for use during the start: the pages, and `/health`
 * with status 503.
 */
export function createEarlyRoutes(services: Pick<Services, 'site' | 'pages' | 'onFault'>) {
  const routes = new Hono<Environment>()
  checkSite(routes, services.site)
  routes.get('/health', () => json({ ok: false, starting: true }, 503))
  servePages(routes, services)
  return routes
}

/** Creates all of the server's HTTP routes. */
export function createRoutes(services: Services) {
  const routes = new Hono<Environment>()
  checkSite(routes, services.site)
  limitCalls(routes, services.limits)
  serveRpc(routes, services)
  serveBundles(routes, services)
  routes.post('/api/spot/relayer', async context =>
    json(await services.relayer.relay(await readJson(context.req.raw, maxRelayBytes), context.get('client')), 200),
  )
  // The terminal reads the network with a procedure. The vault asks here, because it must not trust the terminal.
  routes.get('/api/network', () => {
    const { kind, name, genesisHash } = services.procedures.network
    return json({ kind, name, genesisHash }, 200, { 'cache-control': 'no-store' })
  })
  routes.post('/api/balances', context => postBalances(context.req.raw, services.balancesOf))
  serveProcedures(routes, services)
  routes.get('/health', async () => {
    const health = await services.health()
    return json(health, health.ok ? 200 : 503)
  })
  serveTokenFiles(routes, services)
  refuseOthers(routes)
  servePages(routes, services)
  return routes
}

/** Refuses requests by an unknown host name or from another site's pages, and sets the common headers. */
function checkSite(routes: Hono<Environment>, settings: SiteSettings & ClientSettings): void {
  routes.use(async (context, next) => {
    const site = siteOf(context.req.header('host'), settings)
    context.set('site', site)
    context.set('client', clientOf(context.env.incoming, settings))
    const { method, path } = context.req
    // Another site's page cannot read the answers, but its requests would use up the limits. Links to pages are
    // allowed.
    const isOfPages = (method === 'GET' || method === 'HEAD') && !/^\/(?:api|metadata)\//.test(path)
    if (path === '/api/session' && method === 'POST') assertFromVault(context.req.raw.headers, site)
    else if (!isOfPages) assertSameSite(context.req.raw.headers, site)
    if (!isOn(site, path)) throw new TernError('http/notFound', { path })
    await next()
    const headers = context.res.headers
    for (const [name, value] of Object.entries(commonHeaders(site))) headers.set(name, value)
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', inertPolicy)
  })
}

/** Limits the calls of a client, and the bundles that it stores. */
function limitCalls(routes: Hono<Environment>, limits: Services['limits']): void {
  // `/rpc` is not here: the gateway limits calls by their own costs.
  for (const path of ['/api/*', '/metadata/*'])
    routes.use(path, async (context, next) => {
      const bodyCost = costOfBody(context.req.raw.headers)
      const retryAfterSeconds = limits.calls.take(context.get('client'), callsIn(context.req.path) + bodyCost)
      if (retryAfterSeconds > 0) {
        await delayRefusal(bodyCost)
        throw new TernError('http/tooManyRequests', { retryAfterSeconds })
      }
      await next()
    })

  // A stored bundle stays for months. A sign-out stores it again, for the new session.
  routes.on(['POST', 'PUT', 'DELETE'], ['/api/bundle', '/api/session'], async (context, next) => {
    if (context.req.path === '/api/session' && context.req.method !== 'DELETE') return next()
    const budget = await limits.storage.take(context.req.raw, context.get('site'), context.get('client'))
    const { retryAfterSeconds } = budget
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
    await next()
    if (context.res.status !== 200) budget.giveBack()
  })
}

/** Hands calls to the nodes: the first that answers, or a certain node. */
function serveRpc(routes: Hono<Environment>, services: Services): void {
  routes.post('/rpc', context => answerRpc(context.req.raw, context.get('client'), services.gateway))
  routes.post('/rpc/:node', context => {
    const [upstream] = /^[1-9]$/.test(context.req.param('node'))
      ? services.nodes.slice(Number(context.req.param('node')) - 1)
      : []
    if (upstream === undefined) throw new TernError('http/notFound', { path: context.req.path })
    return answerRpc(context.req.raw, context.get('client'), { ...services.gateway, upstream })
  })
}

/** Serves bundles of wallets, and the sessions that they belong to. */
function serveBundles(routes: Hono<Environment>, { bundles, limits }: Services): void {
  const settings = (context: Context<Environment>) => ({
    ...{ site: context.get('site'), store: bundles, client: context.get('client') },
    ...limits.bundles,
  })
  routes.get('/api/bundle', context => getBundle(context.req.raw, settings(context)))
  routes.post('/api/bundle', context => postBundle(context.req.raw, settings(context)))
  routes.put('/api/bundle', context => putBundle(context.req.raw, settings(context)))
  routes.post('/api/session', context => handOverSession(context.req.raw, context.get('site'), bundles))
  routes.delete('/api/session', context => signOutOthers(context.req.raw, settings(context)))
  routes.put('/api/session', context => takeSession(context.req.raw, context.get('site'), bundles))
}

/** Serves the typed procedures of the terminal. */
function serveProcedures(routes: Hono<Environment>, services: Services): void {
  const answerProcedures = (req: Request, client: string) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req,
      router: appRouter,
      maxBatchSize: maxProcedures,
      createContext: () => ({ ...services.procedures, client }),
      // No cache on the way may store prices or a wallet's activity.
      responseMeta: () => ({ headers: { 'cache-control': 'no-store' } }),
      onError: ({ error }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR') services.onFault(error.cause ?? error)
      },
    })
  // The list of tokens takes half a megabyte.
  routes.use('/api/trpc/*', compress({ encoding: 'gzip' }))
  routes.get('/api/trpc/*', async context => {
    const { queries, subscriptions } = services.seats
    const isLasting = isSubscription(context.req.path)
    const leave = (isLasting ? subscriptions : queries).take(context.get('client'))
    if (leave === undefined) throw new TernError('http/tooManyRequests', { retryAfterSeconds: isLasting ? 30 : 1 })
    if (isLasting) context.env.outgoing.on('close', leave)
    const answer = answerProcedures(context.req.raw, context.get('client'))
    return isLasting ? answer : answer.finally(leave)
  })
  // Only the referral procedures change data.
  routes.post('/api/trpc/:names{referral\\..+}', async context => {
    const { url, headers } = context.req.raw
    const body = await readText(context.req.raw, maxBodyBytes)
    assertPlainJson(body)
    return answerProcedures(new Request(url, { method: 'POST', headers, body }), context.get('client'))
  })
}

/** Serves the pictures and the metadata of tokens. */
function serveTokenFiles(routes: Hono<Environment>, services: Services): void {
  routes.get('/pictures/:file', context => {
    const mint = mintOf(context.req.param('file'), '.svg')
    const picture = mint && services.pictureOf(mint)
    if (picture === undefined) throw new TernError('http/notFound', { path: context.req.path })
    return context.body(picture, 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=86400',
    })
  })

  routes.get('/metadata/:file', async context => {
    const mint = mintOf(context.req.param('file'), '.json')
    const metadata = mint && (await services.metadataOf(mint))
    if (metadata === undefined) throw new TernError('http/notFound', { path: context.req.path })
    return json(metadata, 200, { 'cache-control': 'public, max-age=3600' })
  })
}

/** Refuses other methods of known paths, and unknown paths of the API. */
function refuseOthers(routes: Hono<Environment>): void {
  const allowed: readonly (readonly [string, string])[] = [
    ['/rpc', 'POST'],
    ['/rpc/*', 'POST'],
    ['/api/spot/relayer', 'POST'],
    ['/api/bundle', 'GET, POST, PUT'],
    ['/api/session', 'DELETE, POST, PUT'],
    ['/api/network', 'GET'],
    ['/api/balances', 'POST'],
    ['/api/trpc/*', 'GET'],
    ['/health', 'GET'],
    ['/metadata/*', 'GET'],
    ['/pictures/*', 'GET'],
  ]
  for (const [path, methods] of allowed)
    routes.all(path, () => {
      throw new TernError('http/methodNotAllowed', { allowed: methods })
    })
  routes.all('/api/*', context => {
    throw new TernError('http/notFound', { path: context.req.path })
  })
}

/** Answers all other paths, with a page or an error. */
function servePages(routes: Hono<Environment>, { pages, onFault }: Pick<Services, 'pages' | 'onFault'>): void {
  routes.get('*', async context => {
    const site = context.get('site')
    const { pathname, search } = new URL(context.req.url)
    if (isOfApi(pathname)) throw new TernError('http/notFound', { path: pathname })
    if (site.pagesAt !== undefined) return context.redirect(`${site.pagesAt}${pathname}${search}`, 307)
    const page = await pages[site.part].answer(context.req.raw, site)
    if (page === undefined) throw new TernError('http/notFound', { path: pathname })
    return page
  })
  routes.all('*', () => {
    throw new TernError('http/methodNotAllowed', { allowed: 'GET' })
  })
  routes.onError(error => {
    const answer = errorAnswer(error)
    if (answer.status === 500) onFault(error)
    return answer
  })
}

const vaultPaths = new Set(['/', '/window', '/api/balances', '/api/bundle', '/api/network', '/api/session'])

/**
 * Limits the vault to its pages, its assets and its API. The app serves bundles only to programs that use an alias
 * host, such as `localhost`.
 */
const isOn = ({ part, pagesAt }: Site, path: string) =>
  part === 'vault'
    ? vaultPaths.has(path) || path.startsWith('/assets/')
    : path !== '/api/network' && path !== '/api/balances' && (path !== '/api/bundle' || pagesAt !== undefined)

/** Commas separate the procedures of a batch. */
const namesIn = (path: string) =>
  path.startsWith('/api/trpc/') ? decoded(path.slice('/api/trpc/'.length)).split(',') : []
const callsIn = (path: string) => Math.min(Math.max(namesIn(path).length, 1), maxProcedures)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Checks if a request names a subscription, so its answer stays open until the reader leaves. */
const isSubscription = (path: string) => namesIn(path).some(name => subscriptionNames.has(name))

/** Returns the mint in a file's name. */
function mintOf(file: string, extension: string): Address | undefined {
  const name = file.endsWith(extension) ? file.slice(0, -extension.length) : ''
  return isAddress(name) ? name : undefined
}
