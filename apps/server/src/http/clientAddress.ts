import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** The settings that decide the address for which a request counts. */
export interface ClientSettings {
  /** Set: this server is behind a TLS proxy. */
  readonly publicHost: string | undefined
  /**
   * Proxies with a trusted `X-Forwarded-For`. Unset: only the peer, if it is on this machine or in its private network.
   */
  readonly trustedProxies?: BlockList | undefined
}

/**
 * Returns the client that a request counts for: the address behind all trusted proxies.
 * An IPv6 address counts as its /64, because its owner has all 2⁶⁴ addresses of the /64.
 */
export function clientOf(request: IncomingMessage, { publicHost, trustedProxies }: ClientSettings): string {
  const peer = withoutMapping(request.socket.remoteAddress ?? '')
  if (publicHost === undefined) return clientAt(peer)
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(address => withoutMapping(address.trim().slice(0, 64)))
    .filter(address => address !== '')
  // A client may have a private address too. So only the address that the proxy itself added is trusted, not the ones
  // before it.
  if (trustedProxies === undefined) return clientAt((isNear(peer) && forwarded.at(-1)) || peer)
  let address = peer
  while (isIn(trustedProxies, address)) {
    const before = forwarded.pop()
    if (before === undefined) break
    address = before
  }
  return clientAt(address)
}

/**
 * Returns the networks that a client is in, narrowest first.
 * IPv6: its /64, /56 and /48, the sizes that providers assign to customers. IPv4: its /32, /24 and /16.
 */
export function networksOf(client: string): readonly string[] {
  if (isIPv4(client)) {
    const parts = client.split('.')
    return [client, `${parts.slice(0, 3).join('.')}.0/24`, `${parts.slice(0, 2).join('.')}.0.0/16`]
  }
  const [, a, b, c, d] = /^(\w+):(\w+):(\w+):(\w+)::\/64$/.exec(client) ?? []
  if (d === undefined) return [client]
  const subnet = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [client, `${a}:${b}:${c}:${subnet}::/56`, `${a}:${b}:${c}::/48`]
}

const isNear = (address: string): boolean =>
  isIPv4(address)
    ? /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(address)
    : /^(?:::1$|f[cd]|fe[89ab])/i.test(address)

function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Converts an IPv4-mapped IPv6 address to the IPv4 address. */
const withoutMapping = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

/** Returns the /64 of an IPv6 address, such as `2001:db8:0:7::/64`. Returns any other address unchanged. */
function clientAt(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(group => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(group => group !== '').length
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
  const network = whole.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
