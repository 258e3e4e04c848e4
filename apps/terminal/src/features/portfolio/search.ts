import type { SortColumn, Sorting } from './holdingRows.ts'
import type { Span } from './spans.ts'

/** What of Portfolio is in the address: which tokens, in what order, and the window that the figures are of. */
export interface PortfolioSearch {
  readonly tab?: 'sold'
  /** With a minus, descending. */
  readonly sort?: SortColumn | `-${SortColumn}`
  readonly window?: Exclude<Span, 'month'>
}

const sorts = (['value', 'change24hBps', 'unrealised', 'realised'] as const).flatMap(
  column => [column, `-${column}`] as const,
)
const windows = ['24h', '7d', 'all'] as const

/** What an address says; anything else in it, and what holds anyway, is left out. */
export function parsePortfolioSearch({ tab, sort, window }: Record<string, unknown>): PortfolioSearch {
  const sorted = sorts.find(one => one === sort)
  const span = windows.find(one => one === window)
  return {
    ...(tab === 'sold' && { tab }),
    ...(sorted !== undefined && sorted !== '-value' && { sort: sorted }),
    ...(span !== undefined && { window: span }),
  }
}

/** The order that an address asks for; most value first unless it does. */
export function sortingOf(sort: PortfolioSearch['sort'] = '-value'): Sorting {
  return sort.startsWith('-')
    ? { column: sort.slice(1) as SortColumn, direction: 'descending' }
    : { column: sort as SortColumn, direction: 'ascending' }
}

/** How an address asks for an order. */
export const sortOf = ({ column, direction }: Sorting): NonNullable<PortfolioSearch['sort']> =>
  direction === 'descending' ? `-${column}` : column
