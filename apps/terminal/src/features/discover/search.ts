import { type ColumnName, columnNames } from './columns.ts'

/** What of Discover is in the address. `column`: the one that a phone shows. */
export interface DiscoverSearch {
  readonly view?: 'columns' | 'table'
  readonly column?: ColumnName
}

/** What an address says; anything else in it is left out. */
export function parseDiscoverSearch({ view, column }: Record<string, unknown>): DiscoverSearch {
  const known = columnNames.find(name => name === column)
  return {
    ...((view === 'columns' || view === 'table') && { view }),
    ...(known !== undefined && { column: known }),
  }
}
