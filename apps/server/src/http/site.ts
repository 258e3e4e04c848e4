import type { IncomingMessage } from 'node:http'
import { TernError } from '@tern/core'

/** What of the settings decides by which names this server answers. */
export interface SiteSettings {
  readonly publicHost: string | undefined
}

const appHost = 'tern.localhost'
const aliases = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface Site {
  /** Host and port, as the browser sees them. */
  readonly host: string
  /** Whether a browser reaches it over TLS. */
  readonly isSecure: boolean
  /** Where pages are: a browser that came by another name of this machine is sent there. `undefined`: it is there. */
  readonly pagesAt: string | undefined
}

/**
 * By which of its names a request reached this server.
 * @throws TernError `http/unknownHost` for any other, so that a stranger's name cannot be pointed at it.
 */
export function siteOf(hostHeader: string | undefined, settings: SiteSettings): Site {
  const host = (hostHeader ?? '').toLowerCase()
  const [, name = '', port = ''] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(host) ?? []
  if (name !== '' && name === bracketed(settings.publicHost)) return { host, isSecure: true, pagesAt: undefined }
  if (name === appHost) return { host, isSecure: false, pagesAt: undefined }
  if (aliases.has(name)) return { host, isSecure: false, pagesAt: `http://${appHost}${port}` }
  throw new TernError('http/unknownHost', { host: host.slice(0, 100) })
}

const bracketed = (host: string | undefined) => (host?.includes(':') ? `[${host}]` : host)

/**
 * Whether a request that changes something came from a page of this site, or from no page at all.
 * @throws TernError `http/crossSite`
 */
export function assertSameSite(headers: Headers, site: Site) {
  const origin = headers.get('origin')
  const fetchSite = headers.get('sec-fetch-site')
  const isForeign = fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none'
  if (isForeign || (origin !== null && origin !== `${site.isSecure ? 'https' : 'http'}://${site.host}`))
    throw new TernError('http/crossSite', { origin: origin?.slice(0, 100) ?? '' })
}

/**
 * Whom to count a request for: the peer's address; behind the TLS proxy that PUBLIC_HOST tells of, the address which that
 * proxy saw, the last of X-Forwarded-For.
 */
export function clientOf(request: IncomingMessage, settings: SiteSettings): string {
  const peer = request.socket.remoteAddress ?? ''
  if (settings.publicHost === undefined) return peer
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  return forwarded.at(-1)?.trim().slice(0, 64) || peer
}
