import { TernError } from '@tern/core'
import { json } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import type { ClientRateLimit } from '../http/clientRateLimit.ts'
import type { Site } from '../http/site.ts'
import { createSession, sessionOf } from './browserSession.ts'
import { maxBundleBytes, readBundle } from './bundle.ts'
import type { BundleStore } from './bundleStore.ts'
import { assertProved } from './walletProof.ts'

/** Limits of writes. Each write stays on the disk, and each new session in the database. */
export interface BundleLimits {
  readonly writes: ClientRateLimit
  readonly newSessions: ClientRateLimit
}

interface BundleServing {
  readonly site: Site
  readonly store: BundleStore
  readonly client: string
}

/** Response header with the session's public name. A page's proofs refer to it. */
const sessionHeader = 'tern-session'

const nothing = () => new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })

/**
 * Answers `GET /api/bundle`: the session's bundle, or 204 without a body.
 * `?rev=7` asks for an earlier revision. The newest ten are kept for 30 days.
 */
export async function getBundle(
  request: Request,
  { site, store, client, writes }: BundleServing & Pick<BundleLimits, 'writes'>,
): Promise<Response> {
  const session = sessionOf(request.headers, site)
  if (session === undefined) return nothing()
  const asked = new URL(request.url).searchParams.get('rev')
  if (asked !== null) assertAllowed(writes, client)
  const newest = await store.read(session.hash)
  const bundle = asked === null || newest === undefined ? newest : await store.readRevision(session.hash, Number(asked))
  if (bundle === undefined) return nothing()
  return new Response(bundle.body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      [sessionHeader]: session.hash,
      'set-cookie': session.cookie,
    },
  })
}

/**
 * Answers `PUT /api/bundle`: stores the next revision of the session's bundle, and answers `{ rev, session }` once it
 * is on the disk.
 * The request must prove that it holds a key of the stored bundle. Without a stored bundle it works like `POST`.
 *
 * @throws TernError `http/*`, `bundle/*`, `database/unavailable`.
 */
export async function putBundle(
  request: Request,
  { site, store, client, ...limits }: BundleServing & BundleLimits,
): Promise<Response> {
  assertAllowed(limits.writes, client)
  const bundle = readBundle(await readJson(request, maxBundleBytes))
  const existing = sessionOf(request.headers, site)
  const stored = existing && (await store.read(existing.hash))
  if (existing === undefined || stored === undefined) return begin(bundle, site, store, { client, ...limits })
  const { rev, body, digest } = bundle
  // An identical bundle changes nothing.
  if (body !== stored.body)
    assertProved(request.headers, 'store', {
      stored: stored.body,
      claim: { host: site.host, session: existing.hash, rev, digest },
    })
  await store.write(existing.hash, { rev, body })
  return json({ rev, session: existing.hash }, 200)
}

/**
 * Answers `POST /api/bundle`: stores a bundle of any revision in a new session, and answers `{ rev, session }` once it
 * is on the disk.
 * A new wallet begins this way, and a file is restored this way. The bundle of the browser's earlier session is kept.
 *
 * @throws TernError `http/*`, `bundle/notBundle`, `database/unavailable`.
 */
export async function postBundle(
  request: Request,
  { site, store, client, ...limits }: BundleServing & BundleLimits,
): Promise<Response> {
  assertAllowed(limits.writes, client)
  return begin(readBundle(await readJson(request, maxBundleBytes)), site, store, { client, ...limits })
}

async function begin(
  { rev, body }: ReturnType<typeof readBundle>,
  site: Site,
  store: BundleStore,
  { client, newSessions }: Pick<BundleLimits, 'newSessions'> & { readonly client: string },
): Promise<Response> {
  assertAllowed(newSessions, client)
  const session = createSession(site)
  await store.write(session.hash, { rev, body })
  return json({ rev, session: session.hash }, 200, { 'set-cookie': session.cookie })
}

/**
 * Answers `DELETE /api/session`: moves the bundle to a new session for this browser and ends the old session for
 * everyone with its cookie.
 * The request must prove that it holds a key of the stored bundle.
 *
 * @throws TernError `bundle/notProved`, `http/*`, `database/unavailable`.
 */
export async function signOutOthers(
  request: Request,
  {
    site,
    store,
    client,
    newSessions,
  }: Pick<BundleLimits, 'newSessions'> & { readonly site: Site; readonly store: BundleStore; readonly client: string },
): Promise<Response> {
  assertAllowed(newSessions, client)
  const before = sessionOf(request.headers, site)
  const stored = before && (await store.read(before.hash))
  if (before === undefined || stored === undefined) throw new TernError('bundle/notProved', {})
  const { rev, digest } = readBundle(JSON.parse(stored.body))
  assertProved(request.headers, 'signOut', {
    stored: stored.body,
    claim: { host: site.host, session: before.hash, rev, digest },
  })
  const session = createSession(site)
  await store.move(before.hash, session.hash)
  return json({ rev, session: session.hash }, 200, { 'set-cookie': session.cookie })
}

function assertAllowed(limit: ClientRateLimit, client: string) {
  const retryAfterSeconds = limit.take(client, 1)
  if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
}
