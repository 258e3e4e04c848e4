import { createHash, randomBytes } from 'node:crypto'
import type { Site } from '../http/site.ts'

const tokenBytes = 32
const tokenShape = /^[A-Za-z0-9_-]{43}$/
/**
 * Counts from the last visit. After it, the user needs the wallet file, or the copy in the browser, to restore the
 * wallets.
 */
const maxAgeSeconds = 180 * 86_400

const nameOf = (site: Site) => (site.isSecure ? '__Host-tern_session' : 'tern_session')

export interface Session {
  /** The secret that only the browser keeps. */
  readonly token: string
  /** The session's key in the database. */
  readonly hash: string
  /** Cookie header. It makes the browser keep the session for the full time from now. */
  readonly cookie: string
}

/** Returns the session in a request's cookie. `undefined` if the cookie holds no valid session. */
export function sessionOf(headers: Headers, site: Site): Session | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, token = ''] = pair.trim().split('=')
    if (name === nameOf(site) && tokenShape.test(token)) return sessionFor(token, site)
  }
  return undefined
}

/** Returns the session of a token. `undefined` if the token is malformed. */
export const sessionWith = (token: string, site: Site): Session | undefined =>
  tokenShape.test(token) ? sessionFor(token, site) : undefined

/** Creates an anonymous session. */
export function createSession(site: Site): Session {
  return sessionFor(randomBytes(tokenBytes).toString('base64url'), site)
}

function sessionFor(token: string, site: Site): Session {
  const secure = site.isSecure ? '; Secure' : ''
  return {
    token,
    hash: createHash('sha256').update(token).digest('hex'),
    cookie: `${nameOf(site)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  }
}
