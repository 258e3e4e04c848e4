import type { Site } from '../http/site.ts'

/** On every answer. */
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
 * What the terminal may load: its own files, the vault in a frame, and nothing from anywhere else. Text becomes script nowhere.
 * The sockets are named, because not every browser takes `'self'` for them.
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
 * What the vault may load: its own files. It reaches the bundles, balances and the network's name and nothing else, and only the terminal may
 * show it in a frame, its window nobody. Text becomes script nowhere but in the policy `tern`, where it starts its worker.
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
 * On a script: binds it where it runs as a worker, as the signer does. It may load more script. One of the terminal's reaches nothing, one
 * of the vault's the prices and nothing else.
 */
export function scriptPolicy({ part, host, isSecure }: Site): string {
  const prices = part === 'vault' ? [`connect-src ${isSecure ? 'wss' : 'ws'}://${host}/api/prices`] : []
  return ["default-src 'none'", "script-src 'self'", ...prices].join('; ')
}

/** On anything else that a browser could be made to open by itself. */
export const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
