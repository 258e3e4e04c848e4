import { type ColumnName, type ColumnOrder, columnNames, columnOrders } from './columns.ts'
import { formatFilter, needsFacts, parseFilter } from './filter.ts'
import { type Column, tableColumns } from './order.ts'

/** Discover's settings in the URL: filters, orders, search and view. */
export interface DiscoverSearch {
  readonly view?: 'columns' | 'table'
  /** The column that a phone shows. */
  readonly column?: ColumnName
  /** Words or a mint to search for. */
  readonly find?: string
  /** The filter of each column, as `formatFilter` writes it; `table` is the table's. */
  readonly new?: string
  readonly filling?: string
  readonly graduated?: string
  readonly table?: string
  /** The order of each column. */
  readonly newBy?: ColumnOrder
  readonly fillingBy?: ColumnOrder
  readonly graduatedBy?: ColumnOrder
  /** The table's order; a minus means descending. */
  readonly sort?: Column | `-${Column}`
}

const filterNames = [...columnNames, 'table'] as const

/** Longer than other searches, because a link to a token may be long. */
const maxLetters = 1_000

/** Parses the URL's parameters. Unknown values are dropped; filters are rewritten in their canonical form. */
export function parseDiscoverSearch(search: Record<string, unknown>): DiscoverSearch {
  const { view, column, find, sort } = search
  const text = typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, maxLetters) : ''
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

/** Tests if any filter needs facts from the chain. */
export const asksForFacts = (search: DiscoverSearch): boolean =>
  filterNames.some(name => needsFacts(parseFilter(search[name] ?? '')))

/** A change of the search: values to set; `undefined` or an empty text removes a parameter. */
export type SearchChange = { readonly [K in keyof DiscoverSearch]?: DiscoverSearch[K] | undefined }

/** Applies a change to the search. */
export function changeSearch(search: DiscoverSearch, change: SearchChange): DiscoverSearch {
  return parseDiscoverSearch({ ...search, ...change })
}
