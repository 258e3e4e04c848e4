import { memo } from 'react'
import { Column } from './Column.tsx'
import { columnNames, columnOf, columnTitles } from './columns.ts'
import type { ListProps } from './listProps.ts'

/** Tokens from launch to pool, one column a stage. */
export const Columns = memo(function Columns(props: ListProps) {
  const { search, onSearch, found } = props
  const asked = search.column ?? 'new'
  // Who looks for something on a phone sees it, in whichever column it is.
  const withSome = search.find === undefined ? [] : [...new Set(found?.map(columnOf))]
  const shown = withSome.includes(asked) ? asked : (withSome[0] ?? asked)
  return (
    <>
      <fieldset className="column-tabs phone-only" aria-label="Columns">
        {columnNames.map(name => (
          <button
            key={name}
            type="button"
            aria-pressed={name === shown}
            onClick={() => onSearch({ column: name }, 'replace')}
          >
            {columnTitles[name]}
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
})
