import { type ColumnName, type ColumnOrder, columnNames, columnOrders } from './columns.ts'
import { formatFilter, needsFacts, parseFilter } from './filter.ts'
import { type Column, tableColumns } from './order.ts'

/** What of Discover is in the address: all that changes which tokens are shown, and how. */
export interface DiscoverSearch {
  readonly view?: 'columns' | 'table'
  /** The one that a phone shows. */
  readonly column?: ColumnName
  /** Words or a mint to look for. */
  readonly find?: string
  /** What each column leaves, as `formatFilter` writes it; `table` is the table's. */
  readonly new?: string
  readonly filling?: string
  readonly graduated?: string
  readonly table?: string
  /** What each column is ordered by. */
  readonly newBy?: ColumnOrder
  readonly fillingBy?: ColumnOrder
  readonly graduatedBy?: ColumnOrder
  /** The table's order; with a minus, descending. */
  readonly sort?: Column | `-${Column}`
}

const filterNames = [...columnNames, 'table'] as const

/** A link to a token may be long. */
const mostLetters = 1_000

/** What an address says; anything else in it is left out, and filters are as they would be written here. */
export function parseDiscoverSearch(search: Record<string, unknown>): DiscoverSearch {
  const { view, column, find, sort } = search
  const text = typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, mostLetters) : ''
  const sorted = tableColumns.flatMap(one => [one, `-${one}`] as const).find(one => one === sort)
  const known = columnNames.find(name => name === column)
  return {
    ...((view === 'columns' || view === 'table') && { view }),
    ...(known !== undefined && { column: known }),
    ...(text.trim() !== '' && { find: text }),
    ...filtersIn(search),
    ...ordersIn(search),
    ...(sorted !== undefined && { sort: sorted }),
  }
}

function filtersIn(search: Record<string, unknown>): DiscoverSearch {
  const found = filterNames.map(name => {
    const text = search[name]
    return [name, typeof text === 'string' ? formatFilter(parseFilter(text)) : ''] as const
  })
  return Object.fromEntries(found.filter(([, text]) => text !== ''))
}

function ordersIn(search: Record<string, unknown>): DiscoverSearch {
  const found = columnNames.map(
    name => [`${name}By`, columnOrders.find(order => order === search[`${name}By`])] as const,
  )
  return Object.fromEntries(found.filter(([, order]) => order !== undefined))
}

/** Whether a filter that is set asks for what the chain says of each token. */
export const asksForFacts = (search: DiscoverSearch): boolean =>
  filterNames.some(name => needsFacts(parseFilter(search[name] ?? '')))

/** What is set, or taken out where it is `undefined` or empty. */
export type SearchChange = { readonly [K in keyof DiscoverSearch]?: DiscoverSearch[K] | undefined }

/** The same search with that changed. */
export function changeSearch(search: DiscoverSearch, change: SearchChange): DiscoverSearch {
  return parseDiscoverSearch({ ...search, ...change })
}
