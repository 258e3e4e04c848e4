import { createHash, randomBytes } from 'node:crypto'
import type { Site } from '../http/site.ts'

const tokenBytes = 32
const tokenShape = /^[A-Za-z0-9_-]{43}$/
/** As long as browsers keep a cookie: whoever loses it needs the downloaded bundle to get at the wallets again. */
const maxAgeSeconds = 400 * 86_400

const nameOf = (site: Site) => (site.isSecure ? '__Host-tern_session' : 'tern_session')

/** The hash by which the database knows the session of a request; `undefined` when it carries none. */
export function sessionHashOf(headers: Headers, site: Site): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, token = ''] = pair.trim().split('=')
    if (name === nameOf(site) && tokenShape.test(token)) return hashOf(token)
  }
  return undefined
}

/** A new anonymous session: the cookie for the browser, the hash for the database. The token itself is kept nowhere. */
export function createSession(site: Site): { readonly hash: string; readonly cookie: string } {
  const token = randomBytes(tokenBytes).toString('base64url')
  const secure = site.isSecure ? '; Secure' : ''
  return {
    hash: hashOf(token),
    cookie: `${nameOf(site)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
