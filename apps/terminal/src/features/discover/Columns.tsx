import { memo, type TouchEvent, useRef } from 'react'
import { Column } from './Column.tsx'
import { columnNames, columnOf, columnTitles } from './columns.ts'
import type { ListProps } from './listProps.ts'
import { swipeOf } from './swipe.ts'

/** The token lists from launch to pool, a column for each stage. */
export const Columns = memo(function Columns(props: ListProps) {
  const { search, onSearch, found } = props
  const asked = search.column ?? 'new'
  // A phone shows one column: with a search, a column that has results.
  const withSome = search.find === undefined ? [] : [...new Set(found?.map(columnOf))]
  const shown = withSome.includes(asked) ? asked : (withSome[0] ?? asked)
  const touched = useRef<TouchEvent['touches'][number]>(undefined)
  const lift = ({ changedTouches }: TouchEvent) => {
    const lifted = changedTouches[0]
    const step = touched.current && lifted ? swipeOf(touched.current, lifted) : 0
    const next = columnNames[columnNames.indexOf(shown) + step]
    // On a wide page all columns are visible, so a swipe does nothing.
    if (step !== 0 && next !== undefined && matchMedia('(max-width: 760px)').matches)
      onSearch({ column: next }, 'replace')
  }
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
      <div
        className="columns"
        onTouchStart={({ touches }) => {
          touched.current = touches.length === 1 ? touches[0] : undefined
        }}
        onTouchEnd={lift}
      >
        {columnNames.map(name => (
          <Column key={name} name={name} isShown={name === shown} {...props} />
        ))}
      </div>
    </>
  )
})
