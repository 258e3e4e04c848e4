import { Suspense, useRef, useState } from 'react'
import { lazyPage } from '../../lazyPage.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { FilterProps } from './FilterForm.tsx'
import { filterSize } from './filter.ts'

/** Loads after the page, or when a filter is first opened. */
export const FilterForm = lazyPage(() => import('./FilterForm.tsx'), 'FilterForm')

/** Edits the filter of a list. The URL keeps the filter. */
export function FilterPopover(props: FilterProps) {
  const { of } = props
  const size = filterSize(props.filter)
  const begun = useRef(false)
  const [isNaming, setNaming] = useState(false)
  return (
    <Popover
      size="small"
      label={`Filters for ${of}`}
      aria-label={size === 0 ? `Filters for ${of}` : `Filters ${size} for ${of}`}
      trigger={
        <>
          <Icon name="filter" size="small" />
          <span className="filter-word">Filters</span>
          {size === 0 ? null : <span className="filter-size">{size}</span>}
        </>
      }
      onFocus={() => {
        begun.current = false
        setNaming(false)
      }}
    >
      <Suspense>
        <FilterForm {...props} begun={begun} isNaming={isNaming} onNaming={setNaming} />
      </Suspense>
    </Popover>
  )
}
