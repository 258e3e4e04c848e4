import { TernError } from '@tern/core/serverErrors'

/** What of the settings decides by which names this server answers. */
export interface SiteSettings {
  readonly publicHost: string | undefined
}

const appHost = 'tern.localhost'
const aliases = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The terminal, and the vault that holds the keys: each has an origin of its own, the vault's name is `vault.` before the app's. */
export type Part = 'app' | 'vault'

export interface Site {
  /** Host and port, as the browser sees them. */
  readonly host: string
  /** Which of the two origins this is; a program that came by another name of this machine is the app's. */
  readonly part: Part
  readonly origins: Readonly<Record<Part, string>>
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
 * Whether a request to the app came from its vault's page.
 * @throws TernError `http/crossSite`
 */
export function assertFromVault(headers: Headers, { part, origins }: Site) {
  const origin = headers.get('origin')
  if (part !== 'app' || origin !== origins.vault)
    throw new TernError('http/crossSite', { origin: origin?.slice(0, 100) ?? '' })
}
