import { parseArgs } from 'node:util'
import { type Address, isTernError, parseAddress, TernError } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { venues } from '@tern/venues/all'

export interface RehearsalOptions {
  readonly rpc: URL
  /** Unset: for each pool, a wallet that traded there and holds enough. */
  readonly wallet?: Address
  /** The number of pools of each venue. */
  readonly pools: number
  readonly protocols: readonly Protocol[]
  /** The size of a buy in lamports. A sale is worth about as much. */
  readonly lamports: bigint
  /** Names the pools' lookup tables, like Raydium's API. Unset: routes take more transactions. */
  readonly api?: string
  /** Max requests in a second. */
  readonly requestsPerSecond: number
}

export const help = `npm run rehearse -- --rpc <url> [options]

Rehearses Tern's trades on live pools of any Solana cluster. Nothing is signed, sent or spent: each trade is quoted, built
as Tern builds it, simulated by the node, and what the simulation moves is compared with the quote to the unit. So is a route from each venue
to the next.

  --rpc <url>        the node; its plan needs no getProgramAccounts and no more than 10 requests a second
  --wallet <address> whose trades are simulated; without it, wallets that traded there lately and hold enough
  --venue <names>    only these, separated by commas: ${Object.keys(venues).join(', ')}
  --pools <n>        how many pools of each venue, 1 to 50; 2 unless given
  --sol <amount>     what a buy takes; 0.01 unless given
  --api <url>        an API like Raydium's (https://api-v3.raydium.io), which names lookup tables for routes
  --rps <n>          requests a second, 1 to 10; 10 unless given
  --help             this

Ends with 0 when all that could be checked came out as quoted, 1 when something did not or nothing could be checked,
2 when an option is none.`

/**
 * Reads the options; `undefined` for a request for help.
 * @throws TernError `config/badValue`.
 */
export function readOptions(args: readonly string[]): RehearsalOptions | undefined {
  const { rpc, wallet, venue, pools, sol, api, rps, help } = parse(args)
  if (help === true) return undefined
  return {
    rpc: readUrl('--rpc', rpc),
    ...(wallet === undefined ? {} : { wallet: readWallet(wallet) }),
    pools: readWhole('--pools', pools ?? '2', 50),
    protocols: readProtocols(venue),
    lamports: readSol(sol ?? '0.01'),
    ...(api === undefined ? {} : { api: readUrl('--api', api).href.replace(/\/$/, '') }),
    requestsPerSecond: readWhole('--rps', rps ?? '10', 10),
  }
}

function parse(args: readonly string[]) {
  const string = { type: 'string' } as const
  const options = {
    rpc: string,
    wallet: string,
    venue: string,
    pools: string,
    sol: string,
    api: string,
    rps: string,
  } as const
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean', short: 'h' } } }).values
  } catch (cause) {
    // Keep only the sentence that names the option, because the rest may contain its value.
    const text = cause instanceof Error ? (cause.message.split('. ', 1)[0] ?? '') : ''
    throw new TernError('config/badValue', { name: 'rehearse:', why: text }, { cause })
  }
}

function refuse(name: string, why: string): never {
  throw new TernError('config/badValue', { name, why })
}

function readUrl(name: '--rpc' | '--api', text: string | undefined): URL {
  if (text === undefined) refuse(name, 'is missing: the URL of a Solana node')
  if (!URL.canParse(text)) refuse(name, 'is no URL')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') refuse(name, 'begins with http:// or https://')
  return url
}

function readWallet(text: string): Address {
  try {
    return parseAddress(text)
  } catch (cause) {
    if (!isTernError(cause)) throw cause
    throw new TernError('config/badValue', { name: '--wallet', why: 'is no address' }, { cause })
  }
}

function readWhole(name: string, text: string, max: number): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > max) refuse(name, `is a whole number from 1 to ${max}`)
  return value
}

function readProtocols(text: string | undefined): readonly Protocol[] {
  const all = Object.keys(venues) as Protocol[]
  if (text === undefined) return all
  return text.split(',').map(name => all.find(one => one === name) ?? refuse('--venue', `is one of ${all.join(', ')}`))
}

function readSol(text: string): bigint {
  const [, whole = '', decimals = ''] = /^(\d{1,6})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  const lamports = BigInt(whole + decimals.padEnd(9, '0'))
  if (whole === '' || lamports === 0n) refuse('--sol', 'is an amount of SOL above 0')
  return lamports
}
