import { type Listing, ownSymbol, worthLamports } from '../../data/market/listing.ts'
import { pastedAddress } from '../../text/pastedAddress.ts'

export const tableColumns = [
  'token',
  'price',
  'change5m',
  'change24h',
  'marketCap',
  'liquidity',
  'volume5m',
  'age',
] as const
export type Column = (typeof tableColumns)[number]

export interface Order {
  readonly column: Column
  readonly direction: 'ascending' | 'descending'
}

/** The sort key of a listing; `null` if unknown. Prices are cut to 18 decimals, enough to tell any two apart. */
function keyOf(listing: Listing, column: Column): bigint | number | string | null {
  switch (column) {
    case 'token':
      return listing.symbol.toLowerCase()
    case 'price':
      return listing.price === null ? null : (listing.price.numerator * 10n ** 18n) / listing.price.denominator
    case 'change5m':
      return listing.change5mBps
    case 'change24h':
      return listing.change24hBps
    case 'marketCap':
      return worthLamports(listing.supply, listing.price, listing)
    case 'liquidity':
      return listing.liquidityLamports
    case 'volume5m':
      return listing.volume5mLamports
    case 'age':
      return listing.createdAtSeconds === null ? null : -listing.createdAtSeconds
  }
}

/** Sorts listings. Unknown values come last in both directions; ties are sorted by symbol. */
export function sortListings(listings: readonly Listing[], order: Order): readonly Listing[] {
  const sign = order.direction === 'ascending' ? 1 : -1
  return listings
    .map(listing => ({ listing, key: keyOf(listing, order.column) }))
    .sort((a, b) => {
      const tie = a.listing.symbol.localeCompare(b.listing.symbol)
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || tie
      return a.key === b.key ? tie : a.key < b.key ? -sign : sign
    })
    .map(({ listing }) => listing)
}

/** Finds listings by a part of the symbol or name. A text with an address, such as a link, finds its mint or pool. */
export function findListings(listings: readonly Listing[], text: string): readonly Listing[] {
  const address = pastedAddress(text)
  if (address !== undefined) return listings.filter(({ mint, pool }) => mint === address || pool === address)
  const lower = text.trim().toLowerCase()
  return listings.filter(
    listing => ownSymbol(listing).toLowerCase().includes(lower) || listing.name.toLowerCase().includes(lower),
  )
}

/** Parses `-price` as the price, descending. */
export function parseOrder(sort: Column | `-${Column}`): Order {
  const column = tableColumns.find(one => sort === one || sort === `-${one}`) ?? 'volume5m'
  return { column, direction: sort === column ? 'ascending' : 'descending' }
}

/**
 * The order after a press on a heading: names and ages ascending first, other columns descending first; a second press
 * reverses it.
 */
export function orderAfter(order: Order, column: Column): Column | `-${Column}` {
  const first = column === 'token' || column === 'age' ? 'ascending' : 'descending'
  const other = first === 'ascending' ? 'descending' : 'ascending'
  const direction = order.column === column && order.direction === first ? other : first
  return direction === 'ascending' ? column : `-${column}`
}
