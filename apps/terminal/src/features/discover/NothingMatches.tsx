import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PageState } from '../../ui/PageState.tsx'
import { type Filter, filterSize } from './filter.ts'

interface NothingMatchesProps {
  readonly filter: Filter
  /** The number of tokens without the filter. */
  readonly total: number
  readonly onReset: () => void
  /** The text if the filter is not the reason. */
  readonly children: ReactNode
}

/** Replaces an empty list, and says whether its filter hides all tokens. */
export function NothingMatches({ filter, total, onReset, children }: NothingMatchesProps) {
  const size = filterSize(filter)
  if (size === 0 || total === 0) return <p className="empty cell">{children}</p>
  return (
    <PageState sign="filter" title="Nothing matches" action={<Button onClick={onReset}>Reset filters</Button>}>
      {size === 1 ? 'One filter hides' : `${size} filters hide`} {total === 1 ? 'one token' : `${total} tokens`}.
    </PageState>
  )
}
