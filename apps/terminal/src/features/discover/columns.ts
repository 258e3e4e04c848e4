import { type Listing, worthLamports } from '../../data/market/listing.ts'
import { type Filter, isLeft } from './filter.ts'

/** The stages of a token from launch to pool. */
export const columnNames = ['new', 'filling', 'graduated'] as const
export type ColumnName = (typeof columnNames)[number]

export const columnTitles: Readonly<Record<ColumnName, string>> = {
  new: 'New',
  filling: 'Filling',
  graduated: 'Graduated',
}

/** The orders of a column, each with the largest or newest first. */
export const columnOrders = ['age', 'curve', 'cap', 'volume', 'trades'] as const
export type ColumnOrder = (typeof columnOrders)[number]

/** From here on a curve counts as close to graduation. Parts per million of the curve sold. */
const fillingPpm = 700_000

/**
 * Assigns a token to a column. `graduated` holds pools, tokens that never had a curve, and curves that are sold out.
 */
export function columnOf({ curve }: Pick<Listing, 'curve'>): ColumnName {
  if (curve === null || curve.stage !== 'trading') return 'graduated'
  return curve.progressPpm >= fillingPpm ? 'filling' : 'new'
}

/** The default order: nearest to graduation for `filling`, newest for the others. */
export const usualOrder = (name: ColumnName): ColumnOrder => (name === 'filling' ? 'curve' : 'age')

const keys: Readonly<Record<ColumnOrder, (listing: Listing) => number | bigint>> = {
  age: ({ createdAtSeconds }) => createdAtSeconds ?? 0,
  curve: ({ curve }) => curve?.progressPpm ?? 0,
  cap: token => worthLamports(token.supply, token.price, token) ?? 0n,
  volume: listing => listing.volume5mLamports,
  trades: ({ buys5m, sells5m }) => buys5m + sells5m,
}

/** The filter and order of a column. */
export interface ColumnChoice {
  readonly filter: Filter
  readonly by: ColumnOrder
}

/** Lists a column's tokens that pass its filter, in order. If tokens are equal, the later listed token comes first. */
export function listColumn(
  listings: readonly Listing[],
  { name, nowSeconds }: { readonly name: ColumnName; readonly nowSeconds: number },
  { filter, by }: ColumnChoice = { filter: {}, by: usualOrder(name) },
): readonly Listing[] {
  return listings
    .filter(listing => columnOf(listing) === name && isLeft(listing, filter, nowSeconds))
    .reverse()
    .map(listing => ({ listing, key: keys[by](listing) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? 1 : -1))
    .map(({ listing }) => listing)
}
