import type { SortColumn, Sorting } from './holdingRows.ts'
import type { Span } from './spans.ts'

/** Portfolio's settings in the URL: the tab, the order, and the window of the figures. */
export interface PortfolioSearch {
  readonly tab?: 'sold'
  /** A minus means descending. */
  readonly sort?: SortColumn | `-${SortColumn}`
  readonly window?: Exclude<Span, 'month'>
}

const sorts = (['value', 'change24hBps', 'unrealised', 'realised'] as const).flatMap(
  column => [column, `-${column}`] as const,
)
const windows = ['24h', '7d', 'all'] as const

/** Parses the URL's parameters. Unknown values and defaults are dropped. */
export function parsePortfolioSearch({ tab, sort, window }: Record<string, unknown>): PortfolioSearch {
  const sorted = sorts.find(one => one === sort)
  const span = windows.find(one => one === window)
  return {
    ...(tab === 'sold' && { tab }),
    ...(sorted !== undefined && sorted !== '-value' && { sort: sorted }),
    ...(span !== undefined && { window: span }),
  }
}

/** Parses an order; by default, the largest value first. */
export function sortingOf(sort: PortfolioSearch['sort'] = '-value'): Sorting {
  return sort.startsWith('-')
    ? { column: sort.slice(1) as SortColumn, direction: 'descending' }
    : { column: sort as SortColumn, direction: 'ascending' }
}

/** Writes an order for the URL. */
export const sortOf = ({ column, direction }: Sorting): NonNullable<PortfolioSearch['sort']> =>
  direction === 'descending' ? `-${column}` : column
