import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** What of the settings decides whose address a request counts for. */
export interface ClientSettings {
  /** Set: a TLS proxy stands in front of this server. */
  readonly publicHost: string | undefined
  /** Whose `X-Forwarded-For` is believed; unset: the peer's, if it is on this machine or in its private network. */
  readonly trustedProxies?: BlockList | undefined
}

/**
 * Whom to count a request for: the address that stands behind all trusted proxies. An IPv6 address counts as its /64, because whoever has
 * one address of it has 2⁶⁴.
 */
export function clientOf(request: IncomingMessage, { publicHost, trustedProxies }: ClientSettings): string {
  const peer = withoutMapping(request.socket.remoteAddress ?? '')
  if (publicHost === undefined) return clientAt(peer)
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(address => withoutMapping(address.trim().slice(0, 64)))
    .filter(address => address !== '')
  // A private address may be a client's, too: so the proxy's own word is believed, and nobody's before it.
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
 * The networks that a client is in, the narrowest first: an IPv6 client's /64, /56 and /48, which are what a customer gets; an IPv4
 * client's /32, /24 and /16.
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

/** An IPv4 address as it is, and not as IPv6 maps it. */
const withoutMapping = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

/** `2001:db8:0:7::/64` of an IPv6 address; any other as it is. */
function clientAt(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(group => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(group => group !== '').length
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
  const network = whole.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
