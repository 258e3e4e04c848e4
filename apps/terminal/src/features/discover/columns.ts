import { type Listing, worthLamports } from '../../data/market/listing.ts'
import { type Filter, isLeft } from './filter.ts'

/** Where a token stands on its way from a launch to a pool. */
export const columnNames = ['new', 'filling', 'graduated'] as const
export type ColumnName = (typeof columnNames)[number]

export const columnTitles: Readonly<Record<ColumnName, string>> = {
  new: 'New',
  filling: 'Filling',
  graduated: 'Graduated',
}

/** What a column can be ordered by, each with the most or the newest first. */
export const columnOrders = ['age', 'curve', 'cap', 'volume', 'trades'] as const
export type ColumnOrder = (typeof columnOrders)[number]

/** From here on a curve counts as about to graduate. */
const fillingPpm = 700_000

/** `graduated`: what trades in a pool, what came from no curve too, and curves that are sold out. */
export function columnOf({ curve }: Pick<Listing, 'curve'>): ColumnName {
  if (curve === null || curve.stage !== 'trading') return 'graduated'
  return curve.progressPpm >= fillingPpm ? 'filling' : 'new'
}

/** The nearest to graduation first where that is what the column is about, else the newest. */
export const usualOrder = (name: ColumnName): ColumnOrder => (name === 'filling' ? 'curve' : 'age')

const keys: Readonly<Record<ColumnOrder, (listing: Listing) => number | bigint>> = {
  age: ({ createdAtSeconds }) => createdAtSeconds ?? 0,
  curve: ({ curve }) => curve?.progressPpm ?? 0,
  cap: token => worthLamports(token.supply, token.price, token) ?? 0n,
  volume: listing => listing.volume5mLamports,
  trades: ({ buys5m, sells5m }) => buys5m + sells5m,
}

/** How a column is shown. */
export interface ColumnChoice {
  readonly filter: Filter
  readonly by: ColumnOrder
}

/** The tokens of one column that its filter leaves, in order; of two that are alike the one that was listed later comes first. */
export function listColumn(
  listings: readonly Listing[],
  name: ColumnName,
  nowSeconds: number,
  { filter, by }: ColumnChoice = { filter: {}, by: usualOrder(name) },
): readonly Listing[] {
  return listings
    .filter(listing => columnOf(listing) === name && isLeft(listing, filter, nowSeconds))
    .reverse()
    .map(listing => ({ listing, key: keys[by](listing) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? 1 : -1))
    .map(({ listing }) => listing)
}
