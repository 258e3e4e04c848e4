import type { Address, AmountScale, Ratio } from '@tern/core'
import { rawPerToken } from '@tern/core/internal'
import type { CurveRow, TokenRow } from '@tern/server/appRouter'
import type { TokenUnit } from '../../text/numberText.ts'
import { coinNamedBy, type Namesake, unitOf } from '../../text/sameName.ts'

/** A listed token, with amounts as bigints. Prices are SOL for a token as wallets show it. */
export interface Listing {
  readonly mint: Address
  /** Also names the unit of the token's amounts, so it is the short mint if the token has a coin's name. */
  readonly symbol: string
  /** Set if the token has a coin's name: the symbol that it claims, and the coin. */
  readonly posesAs?: { readonly symbol: string; readonly coin: Namesake }
  readonly name: string
  readonly decimals: number
  /** The scale at the latest block that the server knows; `undefined` if the mint has no scale. */
  readonly scale: AmountScale | undefined
  readonly program: Address
  readonly picture: string | null
  readonly description: string | null
  readonly protocol: string
  readonly pool: Address
  readonly createdAtSeconds: number | null
  /** `null` if it trades already, or if that is not known. */
  readonly opensAtSeconds: number | null
  readonly price: Ratio | null
  readonly supply: bigint | null
  readonly liquidityLamports: bigint | null
  readonly volume5mLamports: bigint
  readonly volume24hLamports: bigint
  readonly buys5m: number
  readonly sells5m: number
  readonly change5mBps: number | null
  readonly change24hBps: number | null
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  readonly transferFeeBps: number | null
  /** `null` if it is not on a bonding curve, or if that is not known. */
  readonly curve: CurveRow | null
}

/** Converts lamports per raw unit to SOL per shown token, so that price times shown amount is the value. */
export function solPerToken(
  price: { readonly numerator: string | bigint; readonly denominator: string | bigint },
  unit: TokenUnit,
): Ratio {
  const { numerator, denominator } = rawPerToken(unit)
  return {
    numerator: BigInt(price.numerator) * numerator,
    denominator: BigInt(price.denominator) * denominator * 10n ** 9n,
  }
}

const amount = (text: string | null) => (text === null ? null : BigInt(text))

/** Returns the symbol that a token claims. Show its mint with it. */
export const ownSymbol = ({ symbol, posesAs }: Pick<Listing, 'symbol' | 'posesAs'>): string => posesAs?.symbol ?? symbol

/** Names a token by the symbol that it claims. A token that has a coin's name gets another symbol, wherever it is shown. */
export function namedBy(claimed: string, mint: Address): Pick<Listing, 'symbol' | 'posesAs'> {
  const coin = coinNamedBy(claimed, mint)
  return { symbol: unitOf(claimed, mint), ...(coin && { posesAs: { symbol: claimed, coin } }) }
}

/** Converts a row of the server. */
export function parseListing(row: TokenRow): Listing {
  const mint = row.mint as Address
  const scale = row.scale === null ? undefined : { kind: row.scale.kind, multiplier: Number(row.scale.multiplier) }
  return {
    ...row,
    mint,
    scale,
    ...namedBy(row.symbol, mint),
    program: row.program as Address,
    pool: row.pool as Address,
    price: row.price === null ? null : solPerToken(row.price, { decimals: row.decimals, scale }),
    supply: amount(row.supply),
    liquidityLamports: amount(row.liquidityLamports),
    volume5mLamports: BigInt(row.volume5mLamports),
    volume24hLamports: BigInt(row.volume24hLamports),
  }
}

/** Returns the raw units of a shown token as a float, for charts only. */
export const rawPerTokenFloat = ({ decimals, scale }: TokenUnit): number => 10 ** decimals / (scale?.multiplier ?? 1)

/**
 * Returns the value of a holding: at the pool's price, but at most the proceeds of selling all of it.
 *
 * @param proceeds lamports; `null`: the pool buys nothing now; `undefined`: not known.
 * @returns lamports; `null` until both are known, and while nothing can be sold.
 */
export function holdingValue(worth: bigint | null, proceeds: bigint | null | undefined): bigint | null {
  if (worth === null || proceeds === undefined || proceeds === null) return null
  return worth < proceeds ? worth : proceeds
}

/**
 * Returns the value of raw units at a price in lamports, rounded down, before any fee and price impact.
 * For the supply, it is the market cap.
 */
export function worthLamports(raw: bigint | null, price: Ratio | null, unit: TokenUnit): bigint | null {
  if (raw === null || price === null) return null
  const { numerator, denominator } = rawPerToken(unit)
  return (raw * denominator * price.numerator * 10n ** 9n) / (price.denominator * numerator)
}
