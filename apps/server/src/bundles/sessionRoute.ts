import { TernError } from '@tern/core'
import { json } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import type { Site } from '../http/site.ts'
import { sessionOf, sessionWith } from './browserSession.ts'
import type { BundleStore } from './bundleStore.ts'

const maxTokenBytes = 1024

/**
 * Answers `POST /api/session` of the app, for the vault's page only. It returns the session under which the app itself
 * stored a bundle in this browser, before the vault existed. 204 if there is no such session.
 */
export async function handOverSession(request: Request, site: Site, store: BundleStore): Promise<Response> {
  const session = sessionOf(request.headers, site)
  const headers = {
    'access-control-allow-origin': site.origins.vault,
    'access-control-allow-credentials': 'true',
    'cache-control': 'no-store',
    vary: 'origin',
  }
  if (session === undefined || (await store.read(session.hash)) === undefined)
    return new Response(null, { status: 204, headers })
  return json({ token: session.token }, 200, headers)
}

/**
 * Answers `PUT /api/session` of the vault, `{ token }`: continues a session of the app.
 *
 * @throws TernError `http/*`, `database/unavailable`.
 */
export async function takeSession(request: Request, site: Site, store: BundleStore): Promise<Response> {
  const body = await readJson(request, maxTokenBytes)
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
  const session = typeof token === 'string' ? sessionWith(token, site) : undefined
  if (session === undefined || (await store.read(session.hash)) === undefined)
    throw new TernError('http/badRequest', { what: 'no such session' })
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store', 'set-cookie': session.cookie } })
}
