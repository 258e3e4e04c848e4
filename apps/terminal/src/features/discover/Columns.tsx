import type { Listing } from '../../data/market/listing.ts'
import { Column, titles } from './Column.tsx'
import { columnNames, columnOf } from './columns.ts'
import { changeSearch, type DiscoverSearch } from './search.ts'
import { useRowKeys } from './useRowKeys.ts'

export interface ListProps {
  /** All that are listed; unset: they are being read. */
  readonly listings: readonly Listing[] | undefined
  /** Those that contain what is looked for. */
  readonly found: readonly Listing[] | undefined
  readonly search: DiscoverSearch
  /** Puts another search into the address: a step that can be gone back, or in place of the one before. */
  readonly onSearch: (search: DiscoverSearch, step: 'step' | 'replace') => void
  readonly isAllHeld: boolean
  /** `movedAtMs`: when the list last moved. */
  readonly onQuickBuy: (token: Listing, movedAtMs: number) => void
}

/** Tokens from launch to pool, one column a stage. */
export function Columns(props: ListProps) {
  const { search, onSearch, found } = props
  const asked = search.column ?? 'new'
  // Who looks for something on a phone sees it, in whichever column it is.
  const withSome = search.find === undefined ? [] : [...new Set(found?.map(columnOf))]
  const shown = withSome.includes(asked) ? asked : (withSome[0] ?? asked)
  useRowKeys()
  return (
    <>
      <fieldset className="column-tabs phone-only" aria-label="Columns">
        {columnNames.map(name => (
          <button
            key={name}
            type="button"
            aria-pressed={name === shown}
            onClick={() => onSearch(changeSearch(search, { column: name }), 'replace')}
          >
            {titles[name]}
          </button>
        ))}
      </fieldset>
      <div className="columns">
        {columnNames.map(name => (
          <Column key={name} name={name} isShown={name === shown} {...props} />
        ))}
      </div>
    </>
  )
}
