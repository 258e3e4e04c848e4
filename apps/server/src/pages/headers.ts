import type { Site } from '../http/site.ts'

/** Returns the headers of every answer. */
export function commonHeaders(site: Site): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(site.isSecure && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * Returns the terminal's Content-Security-Policy. It allows the terminal's own files and the vault in a frame. Text can
 * never become script.
 * The policy names the sockets, because some browsers do not accept `'self'` for sockets.
 */
export function pagePolicy(site: Site): string {
  const socket = `${site.isSecure ? 'wss' : 'ws'}://${site.host}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    `frame-src ${site.origins.vault}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/**
 * Returns the vault's Content-Security-Policy. It allows the vault's own files, and requests for bundles, balances, the
 * network and sessions.
 * Only the terminal may frame the vault; the vault's window may not be framed at all.
 * Text becomes script only through the policy `tern`. The page starts its worker with it.
 */
export function vaultPolicy({ origins }: Site, pathname: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${['balances', 'bundle', 'network', 'session'].map(name => `${origins.vault}/api/${name}`).join(' ')} ${origins.app}/api/session`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${pathname === '/window' ? "'none'" : origins.app}`,
    "require-trusted-types-for 'script'",
    'trusted-types tern',
  ].join('; ')
}

/**
 * Returns the policy of a script file. It binds the script when it runs as a worker, like the signer, and allows it to
 * load more scripts.
 * A worker of the terminal can connect to nothing. A worker of the vault can connect to the price stream only.
 */
export function scriptPolicy({ part, host, isSecure }: Site): string {
  const prices = part === 'vault' ? [`connect-src ${isSecure ? 'wss' : 'ws'}://${host}/api/prices`] : []
  return ["default-src 'none'", "script-src 'self'", ...prices].join('; ')
}

/** The policy of all other answers, in case a browser opens an answer as a document. */
export const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
