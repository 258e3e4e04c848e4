import { readdirSync, statSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { isAddress } from '@solana/kit'
import type { ProviderSettings } from '@tern/chain'
import { providerTable } from '@tern/chain/internal'
import type { Feature } from '@tern/client'
import { type Address, TernError } from '@tern/core'
import { webSocketUrl } from './gateway/upstream.ts'
import type { NodeAddress } from './network/nodes.ts'

/** The checked settings from the environment variables. */
export interface Config {
  readonly port: number
  readonly host: string
  /** An absolute path. */
  readonly dataDir: string
  /** The cluster to trade on. `undefined`: the practice chain. */
  readonly cluster: { readonly nodes: readonly NodeAddress[] } | undefined
  readonly mainnetAllowed: boolean
  readonly feeWallet: Address | undefined
  /** A referrer's share of the trade fee, in basis points. */
  readonly referralShareBps: number
  readonly lookupTable: Address | undefined
  /** Features that are off in the operator's region. */
  readonly disabledFeatures: readonly Feature[]
  /**
   * Host name of the TLS proxy in front of this server. The vault's host name is `vault.` plus this
   * name.
   */
  readonly publicHost: string | undefined
  /** Proxies with a trusted `X-Forwarded-For`. Unset: only a proxy on this machine or in its private network. */
  readonly trustedProxies: BlockList | undefined
  /** Pools to list on a cluster. */
  readonly pools: readonly Address[]
  /** Providers that the relayer sends through, in addition to the nodes. */
  readonly providers: readonly RelayedProvider[]
  readonly practice: {
    /** Port that also serves the practice chain's JSON-RPC. Its WebSocket is at the next port. */
    readonly rpcPort: number | undefined
    readonly seed: string | undefined
    readonly tradesPerSecond: number
    /** 0: no maker provides liquidity. */
    readonly liquidityChangesPerMinute: number
    /** For measuring: invented trades a second that the stream reports. 0 for no invented trades. */
    readonly madeUpTradesPerSecond: number
    /** For measuring: min tokens in the list, filled up with invented tokens. 0 for only the real tokens. */
    readonly madeUpTokens: number
    /** For measuring: min pools in the list, filled up with invented pools. 0 for only the real pools. */
    readonly madeUpPools: number
    /** Age, in hours, of a new practice world when the server first shows it. */
    readonly historyHours: number
    readonly programsDir: string | undefined
    readonly snapshotsDir: string | undefined
  }
}

/** A provider that the relayer sends through, with its settings. The settings may hold a secret key. */
export interface RelayedProvider {
  readonly name: keyof typeof providerPrefixes
  readonly settings: ProviderSettings
}

/** Prefix of each provider's environment variables. */
const providerPrefixes = {
  jito: 'JITO',
  bloxroute: 'BLOXROUTE',
  helius: 'HELIUS',
  '0slot': 'ZEROSLOT',
  temporal: 'TEMPORAL',
} as const
const providerParts = ['KEY', 'ENDPOINTS', 'TIP_ACCOUNTS', 'MINIMUM_TIP'] as const

type Environment = Readonly<Record<string, string | undefined>>

const madeUp = { trades: 'MADE_UP_TRADES_PER_SECOND', tokens: 'MADE_UP_TOKENS', pools: 'MADE_UP_POOLS' } as const

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @throws TernError `config/badValue` at the first wrong setting.
 */
export function readConfig(environment: Environment): Config {
  const text = (name: string) => environment[name]?.trim() || undefined
  const nodes = nodeAddresses(text)
  const rpcPort = wholeNumber(text('RPC_PORT'), 'RPC_PORT', 1, 65_534)
  const pools = addresses(text('POOLS'), 'POOLS')
  if (nodes === undefined) {
    if (text('RPC_WS_URL') !== undefined) refuse('RPC_WS_URL', 'needs RPC_URL beside it')
    if (pools.length > 0) refuse('POOLS', 'needs RPC_URL beside it: the practice chain lists its own')
    if (text('PROVIDERS') !== undefined)
      refuse('PROVIDERS', 'needs RPC_URL beside it: nothing of the practice chain lands elsewhere')
    if (text('LOOKUP_TABLE') !== undefined)
      refuse('LOOKUP_TABLE', 'needs RPC_URL beside it: the practice chain has its own')
  } else {
    if (rpcPort !== undefined) refuse('RPC_PORT', 'is for the practice chain: unset RPC_URL')
    for (const name of Object.values(madeUp))
      if (text(name) !== undefined) refuse(name, 'is for the practice chain: unset RPC_URL')
  }
  return {
    port: wholeNumber(text('PORT'), 'PORT', 0, 65_535) ?? 8787,
    host: host(text('HOST'), 'HOST') ?? '127.0.0.1',
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    cluster: nodes === undefined ? undefined : { nodes },
    mainnetAllowed: mainnet(text('TERN_MAINNET')),
    feeWallet: address(text('FEE_WALLET'), 'FEE_WALLET'),
    referralShareBps: referralShare(text),
    lookupTable: address(text('LOOKUP_TABLE'), 'LOOKUP_TABLE'),
    disabledFeatures: disabledFeatures(text('DISABLED_FEATURES'), 'DISABLED_FEATURES'),
    publicHost: publicName(text('PUBLIC_HOST'), 'PUBLIC_HOST'),
    trustedProxies: trustedProxies(text),
    pools,
    providers: providers(text),
    practice: {
      rpcPort,
      seed: seed(text('PRACTICE_SEED'), 'PRACTICE_SEED'),
      tradesPerSecond: rate(text('PRACTICE_TRADES_PER_SECOND'), 'PRACTICE_TRADES_PER_SECOND', 50) ?? 2,
      liquidityChangesPerMinute: rate(text('PRACTICE_LIQUIDITY_PER_MINUTE'), 'PRACTICE_LIQUIDITY_PER_MINUTE', 600) ?? 3,
      madeUpTradesPerSecond: wholeNumber(text(madeUp.trades), madeUp.trades, 0, 20_000) ?? 0,
      madeUpTokens: wholeNumber(text(madeUp.tokens), madeUp.tokens, 0, 5_000) ?? 0,
      madeUpPools: wholeNumber(text(madeUp.pools), madeUp.pools, 0, 20_000) ?? 0,
      historyHours: wholeNumber(text('PRACTICE_HISTORY_HOURS'), 'PRACTICE_HISTORY_HOURS', 0, 24) ?? 6,
      programsDir: directoryOf('.so', text('PROGRAMS_DIR'), 'PROGRAMS_DIR'),
      snapshotsDir: directoryOf('.json', text('SNAPSHOTS_DIR'), 'SNAPSHOTS_DIR'),
    },
  }
}

function referralShare(text: Read): number {
  const share = wholeNumber(text('REFERRAL_SHARE_BPS'), 'REFERRAL_SHARE_BPS', 0, 10_000)
  if (share !== undefined && text('FEE_WALLET') === undefined)
    refuse('REFERRAL_SHARE_BPS', 'needs FEE_WALLET beside it: no fee is charged, so there is none to share')
  return share ?? 2_000
}

function refuse(name: string, why: string): never {
  throw new TernError('config/badValue', { name, why })
}

function wholeNumber(text: string | undefined, name: string, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) refuse(name, `must be a whole number from ${min} to ${max}, not '${text}'`)
  return value
}

function rate(text: string | undefined, name: string, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= max)) refuse(name, `must be a number from 0 to ${max}, not '${text}'`)
  return value
}

/** Never repeats the value: a node's address often carries a key. */
function url(text: string | undefined, name: string, schemes: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  const parsed = URL.parse(text)
  if (parsed === null || !schemes.includes(parsed.protocol))
    refuse(name, `must be an address that begins with ${schemes.map(scheme => `${scheme}//`).join(' or ')}`)
  if (parsed.username !== '' || parsed.password !== '') refuse(name, 'must not hold a user name or password')
  return text
}

/** Each open page keeps a WebSocket to every node. */
const maxNodes = 8

/** Refuses two addresses of a single host: they are a single source, and its reports would count twice. */
function nodeAddresses(text: Read): readonly NodeAddress[] | undefined {
  const listed = (name: string, schemes: readonly string[]) =>
    text(name)
      ?.split(',')
      .map(one => url(one.trim(), name, schemes) ?? refuse(name, 'must hold no empty address'))
  const rpcUrls = listed('RPC_URL', ['http:', 'https:'])
  if (rpcUrls === undefined) return undefined
  if (rpcUrls.length > maxNodes) refuse('RPC_URL', `must name at most ${maxNodes} nodes`)
  if (new Set(rpcUrls.map(one => new URL(one).host)).size < rpcUrls.length)
    refuse('RPC_URL', 'must not name a host twice: nodes are sources that are independent of each other')
  const socketUrls = listed('RPC_WS_URL', ['ws:', 'wss:'])
  if (socketUrls !== undefined && socketUrls.length !== rpcUrls.length)
    refuse('RPC_WS_URL', 'must name an address for each of RPC_URL, in the same order')
  return rpcUrls.map((rpcUrl, node) => ({ rpcUrl, subscriptionsUrl: socketUrls?.[node] ?? webSocketUrl(rpcUrl) }))
}

function host(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text)
  const isIpv6 = /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`)
  if (!isName && !isIpv6) refuse(name, `must be a host name or an IP address, without scheme or port, not '${text}'`)
  return text.toLowerCase()
}

/** Refuses an IP address, because it has no subdomain for the vault. */
function publicName(text: string | undefined, name: string): string | undefined {
  const known = host(text, name)
  if (known !== undefined && (isIP(known) !== 0 || known.startsWith('vault.')))
    refuse(name, `must be a host name that has vault.<name> beside it, not '${text}'`)
  return known
}

function trustedProxies(text: Read): BlockList | undefined {
  const [name, list] = ['TRUSTED_PROXIES', text('TRUSTED_PROXIES')]
  if (list === undefined) return undefined
  if (text('PUBLIC_HOST') === undefined) refuse(name, 'needs PUBLIC_HOST beside it: without it no proxy is in front')
  const found = new BlockList()
  for (const part of list.split(',')) {
    const [address = '', bits] = part.trim().split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    const longest = family === 'ipv4' ? 32 : 128
    const isWhole = isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
    if (!isWhole) refuse(name, `must name IP addresses or networks such as 10.0.0.0/8, not '${part.trim()}'`)
    if (bits === undefined) found.addAddress(address, family)
    else found.addSubnet(address, Number(bits), family)
  }
  return found
}

function address(text: string | undefined, name: string): Address | undefined {
  if (text === undefined) return undefined
  if (!isAddress(text)) refuse(name, `must be a Solana address, not '${text}'`)
  return text
}

function addresses(text: string | undefined, name: string): readonly Address[] {
  const found = new Set<Address>()
  for (const part of text?.split(',') ?? []) {
    const one = address(part.trim(), name)
    if (one !== undefined) found.add(one)
  }
  return [...found]
}

const features: readonly Feature[] = ['addLiquidity', 'removeLiquidity']

function disabledFeatures(text: string | undefined, name: string): readonly Feature[] {
  const named = (text ?? '').split(',').map(one => one.trim())
  for (const one of named.filter(Boolean))
    if (!features.some(feature => feature === one))
      refuse(name, `must name some of ${features.join(', ')}, not '${one}'`)
  return features.filter(feature => named.includes(feature))
}

type Read = (name: string) => string | undefined

/** The signer accepts at most 512 tip accounts over all providers. */
const maxTipAccounts = 64

/** Never puts a key or an endpoint into an error: an endpoint may contain a key. */
function providers(text: Read): readonly RelayedProvider[] {
  const known = Object.keys(providerPrefixes) as readonly (keyof typeof providerPrefixes)[]
  const named = (text('PROVIDERS') ?? '').split(',').map(name => name.trim())
  for (const name of named.filter(Boolean))
    if (!known.some(one => one === name)) refuse('PROVIDERS', `must name some of ${known.join(', ')}, not '${name}'`)
  return known.flatMap(name => {
    const variable = (part: (typeof providerParts)[number]) => `${providerPrefixes[name]}_${part}`
    if (named.includes(name)) return [{ name, settings: providerSettings(name, variable, text) }]
    for (const part of providerParts)
      if (text(variable(part)) !== undefined) refuse(variable(part), `needs ${name} among PROVIDERS`)
    return []
  })
}

function providerSettings(
  name: RelayedProvider['name'],
  variable: (part: (typeof providerParts)[number]) => string,
  text: Read,
): ProviderSettings {
  const key = text(variable('KEY'))
  if (key === undefined && providerTable[name].needsKey)
    refuse(variable('KEY'), `must be set: ${name} takes nothing without`)
  const endpoints = text(variable('ENDPOINTS'))
    ?.split(',')
    .map(one => one.trim())
  for (const one of endpoints ?? []) url(one, variable('ENDPOINTS'), ['http:', 'https:'])
  const tipAccounts = addresses(text(variable('TIP_ACCOUNTS')), variable('TIP_ACCOUNTS'))
  if (tipAccounts.length > maxTipAccounts)
    refuse(variable('TIP_ACCOUNTS'), `must name at most ${maxTipAccounts} accounts`)
  const minimumTip = lamports(text(variable('MINIMUM_TIP')), variable('MINIMUM_TIP'))
  return {
    ...(key === undefined ? {} : { key }),
    ...(endpoints === undefined ? {} : { endpoints }),
    ...(tipAccounts.length === 0 ? {} : { tipAccounts }),
    ...(minimumTip === undefined ? {} : { minimumTip }),
  }
}

function lamports(text: string | undefined, name: string): bigint | undefined {
  if (text !== undefined && !/^\d{1,10}$/.test(text)) refuse(name, `must be a whole number of lamports, not '${text}'`)
  return text === undefined ? undefined : BigInt(text)
}

/**
 * Returns a directory with at least one file that ends in `extension`, at any depth. Without such files the setting
 * would silently do nothing.
 */
function directoryOf(extension: string, text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() !== true)
    refuse(name, `must be a directory, which '${text}' is not`)
  const files = readdirSync(text, { recursive: true, encoding: 'utf8' })
  if (!files.some(file => file.endsWith(extension)))
    refuse(name, `must hold ${extension} files, and '${text}' has none`)
  return resolve(text)
}

function seed(text: string | undefined, name: string): string | undefined {
  if (text !== undefined && text.length > 100) refuse(name, 'must be at most 100 characters')
  return text
}

function mainnet(text: string | undefined): boolean {
  if (text !== undefined && text !== 'i-know') refuse('TERN_MAINNET', "must be 'i-know', or not set")
  return text === 'i-know'
}
