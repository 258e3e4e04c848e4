import { createHash, randomBytes } from 'node:crypto'
import type { Site } from '../http/site.ts'

const tokenBytes = 32
const tokenShape = /^[A-Za-z0-9_-]{43}$/
/** From the last visit on: whoever comes back later needs the wallet file, or the copy in the browser, to get at the wallets again. */
const maxAgeSeconds = 180 * 86_400

const nameOf = (site: Site) => (site.isSecure ? '__Host-tern_session' : 'tern_session')

export interface Session {
  /** What the browser keeps and the server does not. */
  readonly token: string
  /** By which the database knows it. */
  readonly hash: string
  /** Makes the browser keep it, from now on for the whole time. */
  readonly cookie: string
}

/** The session that a request says it has; `undefined` when it says none. */
export function sessionOf(headers: Headers, site: Site): Session | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, token = ''] = pair.trim().split('=')
    if (name === nameOf(site) && tokenShape.test(token)) return sessionFor(token, site)
  }
  return undefined
}

/** The session that a token is of; `undefined` for what is no token. */
export const sessionWith = (token: string, site: Site): Session | undefined =>
  tokenShape.test(token) ? sessionFor(token, site) : undefined

/** A new anonymous session. */
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
