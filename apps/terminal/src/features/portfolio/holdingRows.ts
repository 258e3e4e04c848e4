import { type Address, type Ratio, wrappedNativeMint } from '@tern/core'
import type { Position } from '../../data/activity/positionBook.ts'
import { holdingValue, type Listing, solPerToken, worthLamports } from '../../data/market/listing.ts'
import { inSol, type TokenUnit, unscaled } from '../../text/numberText.ts'
import { shortAddress } from '../../text/shortAddress.ts'

/** A row of the holdings. Lamports; `null` means unknown. */
export interface HoldingRow {
  /** `null` for SOL. */
  readonly mint: Address | null
  readonly symbol: string
  readonly name: string
  readonly picture: string | null
  /** `null` if the server does not list the token. */
  readonly listing: Listing | null
  /** `null` if unknown. */
  readonly unit: TokenUnit | null
  /** Raw units. */
  readonly amount: bigint
  /** SOL for a shown token: the current price, and the average entry with fees. */
  readonly price: Ratio | null
  readonly average: Ratio | null
  readonly value: bigint | null
  readonly unrealised: bigint | null
  readonly unrealisedBps: number | null
  readonly realised: bigint | null
  readonly change24hBps: number | null
}

interface Known {
  readonly listing: Listing | undefined
  readonly unit: TokenUnit | undefined
  readonly position: Position | undefined
  /** Lamports that a sale of all of it brings; `null` if the pool cannot buy it now; `undefined` if unknown. */
  readonly proceeds: bigint | null | undefined
}

const unknown = {
  price: null,
  average: null,
  unrealised: null,
  unrealisedBps: null,
  change24hBps: null,
}

/** The row of the native coin, in which all values are counted. */
export function solRow(lamports: bigint): HoldingRow {
  return {
    ...unknown,
    mint: null,
    symbol: 'SOL',
    name: 'Solana',
    picture: null,
    listing: null,
    unit: inSol,
    amount: lamports,
    value: lamports,
    realised: null,
  }
}

/**
 * Makes the row of a token. Its unrealised profit is known only if the whole amount was bought, because other tokens
 * have no known cost. A token that was sold completely has only its realised profit.
 */
export function tokenRow(
  mint: Address,
  amount: bigint,
  { listing, unit: read, position, proceeds }: Known,
): HoldingRow {
  if (mint === wrappedNativeMint) return { ...solRow(amount), mint, symbol: 'wSOL', name: 'Wrapped SOL' }
  const listed = listing && { decimals: listing.decimals, scale: listing.scale }
  const unit = listed ?? read ?? (position && unscaled(position.decimals))
  const isBought = position !== undefined && position.bought === amount && amount > 0n
  const price = listing?.price ?? null
  const worth = unit === undefined ? null : worthLamports(amount, price, unit)
  const value = holdingValue(worth, proceeds)
  const cost = isBought ? position.cost : undefined
  const unrealised = value === null || cost === undefined ? null : value - cost
  return {
    mint,
    symbol: listing?.symbol ?? shortAddress(mint),
    name: listing?.name ?? 'not listed',
    picture: listing?.picture ?? null,
    listing: listing ?? null,
    unit: unit ?? null,
    amount,
    price,
    average:
      cost === undefined || unit === undefined || cost <= 0n
        ? null
        : solPerToken({ numerator: cost, denominator: amount }, unit),
    value,
    unrealised,
    unrealisedBps:
      unrealised === null || cost === undefined || cost <= 0n ? null : Number((unrealised * 10_000n) / cost),
    realised: position?.realised ?? null,
    change24hBps: listing?.change24hBps ?? null,
  }
}

export type SortColumn = 'value' | 'change24hBps' | 'unrealised' | 'realised'
export interface Sorting {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

/** Sorts rows. Unknown values come last in both directions; equal rows are sorted by symbol. */
export function sortRows(rows: readonly HoldingRow[], { column, direction }: Sorting): readonly HoldingRow[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, other] = [a[column], b[column]]
    if (one === null || other === null) return one === other ? byName(a, b) : one === null ? 1 : -1
    if (one === other) return byName(a, b)
    return one > other ? sign : -sign
  })
}

const byName = (a: HoldingRow, b: HoldingRow) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)

/** A holding worth less than 0.0001 SOL is dust. A holding without a price is not. */
const dustLamports = 100_000n

export const isDust = ({ value }: HoldingRow): boolean => value !== null && value < dustLamports

/** The total value of the rows with a price, and the number of rows without. */
export function totalOf(rows: readonly Pick<HoldingRow, 'value'>[]): {
  readonly lamports: bigint
  readonly unpriced: number
} {
  return {
    lamports: rows.reduce((sum, { value }) => sum + (value ?? 0n), 0n),
    unpriced: rows.filter(({ value }) => value === null).length,
  }
}

/** A holding of a token with a page of its own. */
export type ListedHolding = HoldingRow & {
  readonly listing: Listing
  readonly mint: Address
  readonly unit: TokenUnit
}

export const isListed = (row: HoldingRow): row is ListedHolding =>
  row.listing !== null && row.mint !== null && row.unit !== null

/** The holdings that can be traded here, without dust, largest first. */
export function listedHoldings(rows: readonly HoldingRow[]): readonly ListedHolding[] {
  return sortRows(rows, { column: 'value', direction: 'descending' }).filter(
    (row): row is ListedHolding => isListed(row) && !isDust(row),
  )
}
