import { TernError } from '@tern/core'

/** The settings that decide the host names of this server. */
export interface SiteSettings {
  readonly publicHost: string | undefined
}

const appHost = 'tern.localhost'
const aliases = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The terminal (`app`), and the vault that holds the keys. Each has its own origin. The vault's host name is `vault.`
 * plus the app's.
 */
export type Part = 'app' | 'vault'

export interface Site {
  /** Host and port as the browser sees them. */
  readonly host: string
  /** The origin of the request. A request by an alias such as `localhost` belongs to the app. */
  readonly part: Part
  readonly origins: Readonly<Record<Part, string>>
  /** `true` if browsers reach it over TLS. */
  readonly isSecure: boolean
  /** Set for an alias host: browsers are redirected to the pages at this origin. */
  readonly pagesAt: string | undefined
}

/**
 * Returns the site that a request reached, by its Host header.
 *
 * @throws TernError `http/unknownHost` for an unknown name, so that a stranger's domain cannot be pointed at this
 *   server.
 */
export function siteOf(hostHeader: string | undefined, settings: SiteSettings): Site {
  const host = (hostHeader ?? '').toLowerCase()
  const [, name = '', port = ''] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(host) ?? []
  for (const app of [settings.publicHost, appHost]) {
    if (app === undefined || (name !== app && name !== `vault.${app}`)) continue
    const isSecure = app === settings.publicHost
    const part = name === app ? 'app' : 'vault'
    return { host, part, isSecure, origins: originsOf(app, port, isSecure), pagesAt: undefined }
  }
  if (!aliases.has(name)) throw new TernError('http/unknownHost', { host: host.slice(0, 100) })
  const origins = originsOf(appHost, port, false)
  return { host, part: 'app', isSecure: false, origins, pagesAt: origins.app }
}

function originsOf(app: string, port: string, isSecure: boolean): Site['origins'] {
  const scheme = isSecure ? 'https' : 'http'
  return { app: `${scheme}://${app}${port}`, vault: `${scheme}://vault.${app}${port}` }
}

/**
 * Asserts that a request comes from a page of this site, or from a program that sends no origin.
 *
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
 * Asserts that a request to the app comes from its vault's page.
 *
 * @throws TernError `http/crossSite`
 */
export function assertFromVault(headers: Headers, { part, origins }: Site) {
  const origin = headers.get('origin')
  if (part !== 'app' || origin !== origins.vault)
    throw new TernError('http/crossSite', { origin: origin?.slice(0, 100) ?? '' })
}
