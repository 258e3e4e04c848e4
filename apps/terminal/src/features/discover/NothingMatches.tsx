import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PageState } from '../../ui/PageState.tsx'
import { type Filter, filterSize } from './filter.ts'

interface NothingMatchesProps {
  readonly filter: Filter
  /** How many tokens there would be without it. */
  readonly total: number
  readonly onReset: () => void
  /** What is said where it is not the filter that hides them. */
  readonly children: ReactNode
}

/** In place of a list that is empty: that its filter hides all of it, or why else. */
export function NothingMatches({ filter, total, onReset, children }: NothingMatchesProps) {
  const size = filterSize(filter)
  if (size === 0 || total === 0) return <p className="empty cell">{children}</p>
  return (
    <PageState sign="filter" title="Nothing matches" action={<Button onClick={onReset}>Reset filters</Button>}>
      {size === 1 ? 'One filter hides' : `${size} filters hide`} {total === 1 ? 'one token' : `${total} tokens`}.
    </PageState>
  )
}
