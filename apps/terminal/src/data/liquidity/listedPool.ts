import { type Address, wrappedNativeMint } from '@tern/core'
import type { PoolPeriodRow, PoolRow, PoolTokenRow, PoolType } from '@tern/server/appRouter'
import { liquidityProtocols } from '@tern/venues'
import { unitOf } from '../../text/sameName.ts'
import { solPicture } from '../swap/swapTokens.ts'
import { shownOrder } from './pair.ts'

/** The trades of a period. */
export interface PoolPeriod {
  readonly volumeLamports: bigint
  /** The providers' part of the trade fees. */
  readonly feeLamports: bigint
  /** `null`: the liquidity is not known. */
  readonly aprBps: number | null
}

/** A token's name and picture. */
export type PoolToken = Pick<PoolTokenRow, 'symbol' | 'picture'> & { readonly mint: Address }

/** A pool of the list. */
export interface ListedPool extends Pick<PoolRow, 'protocol' | 'type' | 'feePpm' | 'state' | 'opensAtSeconds'> {
  readonly address: Address
  /** In the order of the pair's name. */
  readonly tokens: readonly [PoolToken, PoolToken]
  /** `KITE/SOL`. */
  readonly pair: string
  /** The text that a search matches, in lower case. */
  readonly words: string
  readonly tvlLamports: bigint | null
  readonly day: PoolPeriod | null
  readonly week: PoolPeriod | null
  readonly month: PoolPeriod | null
}

export type { PoolType }

const amount = (text: string | null) => (text === null ? null : BigInt(text))

const parsePeriod = (row: PoolPeriodRow | null): PoolPeriod | null =>
  row && { ...row, volumeLamports: BigInt(row.volumeLamports), feeLamports: BigInt(row.feeLamports) }

/** The tokens of the list, each named once: SOL is in most pools. */
const named = new WeakMap<PoolTokenRow, PoolToken>()

/** A token that has a coin's name gets another symbol, as everywhere. */
function tokenNamed(mint: Address, row: PoolTokenRow | undefined): PoolToken {
  const known = row && named.get(row)
  if (known !== undefined) return known
  const picture = mint === wrappedNativeMint ? solPicture : (row?.picture ?? null)
  const token = { mint, symbol: unitOf(row?.symbol ?? '', mint), picture }
  if (row !== undefined) named.set(row, token)
  return token
}

/** Returns whether the pages of pools can change the liquidity of a protocol's pools. */
export const takesLiquidity = (protocol: string): boolean => liquidityProtocols.some(one => one === protocol)

/** Converts a row of the server. */
export function parsePool(row: PoolRow, tokenOf: (mint: string) => PoolTokenRow | undefined): ListedPool {
  const { address, protocol, type, feePpm, state, opensAtSeconds } = row
  const mints = row.mints as readonly [Address, Address]
  const [tokens, names] = [
    mints.map(mint => tokenNamed(mint, tokenOf(mint))),
    mints.map(mint => tokenOf(mint)?.name ?? ''),
  ]
  const [first, second] = shownOrder(mints)
  const pair = [tokens[first], tokens[second]] as unknown as readonly [PoolToken, PoolToken]
  const symbols = pair.map(({ symbol }) => symbol).join('/')
  return {
    ...{ protocol, type, feePpm, state, opensAtSeconds },
    address: address as Address,
    tokens: pair,
    pair: symbols,
    words: [symbols, ...names, address, ...mints].join('\n').toLowerCase(),
    tvlLamports: amount(row.tvlLamports),
    day: parsePeriod(row.day),
    week: parsePeriod(row.week),
    month: parsePeriod(row.month),
  }
}
