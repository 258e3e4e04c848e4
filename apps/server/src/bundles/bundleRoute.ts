import { TernError } from '@tern/core/serverErrors'
import { json } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import type { RateLimit } from '../http/rateLimit.ts'
import type { Site } from '../http/site.ts'
import { mostBundleBytes, readBundle } from './bundle.ts'
import type { BundleStore } from './bundleStore.ts'
import { createSession, sessionOf } from './session.ts'

/** Each write stays on the disk, and each new session in the database. */
export interface BundleLimits {
  readonly writes: RateLimit
  readonly newSessions: RateLimit
}

/** `GET /api/bundle`: the session's bundle, or 204 without a body when there is none. */
export async function getBundle(request: Request, site: Site, store: BundleStore): Promise<Response> {
  const session = sessionOf(request.headers, site)
  const bundle = session && (await store.read(session.hash))
  if (session === undefined || bundle === undefined)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  return new Response(bundle.body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'set-cookie': session.cookie,
    },
  })
}

/**
 * `PUT /api/bundle`: keeps the bundle and answers `{ rev }` once it is on the disk. Without a session, or with one that has
 * no bundle, it begins a new one, and the bundle may be of any revision: that is how a downloaded bundle is restored.
 * @throws TernError `http/*`, `bundle/*`, `database/unavailable`.
 */
export async function putBundle(
  request: Request,
  site: Site,
  store: BundleStore,
  { client, writes, newSessions }: BundleLimits & { readonly client: string },
): Promise<Response> {
  assertAllowed(writes, client)
  const bundle = readBundle(await readJson(request, mostBundleBytes))
  const existing = sessionOf(request.headers, site)
  if (existing !== undefined && (await store.read(existing.hash)) !== undefined) {
    await store.write(existing.hash, bundle)
    return json({ rev: bundle.rev }, 200)
  }
  assertAllowed(newSessions, client)
  const session = createSession(site)
  await store.write(session.hash, bundle)
  return json({ rev: bundle.rev }, 200, { 'set-cookie': session.cookie })
}

function assertAllowed(limit: RateLimit, client: string) {
  const retryAfterSeconds = limit.take(client, 1)
  if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
}
