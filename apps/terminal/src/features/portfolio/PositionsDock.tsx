import { useEffect, useRef, useState } from 'react'
import { HoldingsTable, type SellButtons } from './Holdings.tsx'
import type { ListedHolding } from './holdingRows.ts'
import './portfolio.css'
import { sortingOf } from './search.ts'

interface PositionsDockProps {
  readonly held: readonly ListedHolding[]
  readonly isStale: boolean
  readonly sell: SellButtons
}

/** The positions as a table below another page. On opening, its first row takes the focus. */
export function PositionsDock({ held, isStale, sell }: PositionsDockProps) {
  const dock = useRef<HTMLElement>(null)
  const [sorting, setSorting] = useState(sortingOf)
  useEffect(() => dock.current?.querySelector<HTMLElement>('tbody a')?.focus(), [])
  // Toasts move above the dock.
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.dock = 'open'
    return () => void delete dataset.dock
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section ref={dock} className="positions-dock" aria-label="Your positions" tabIndex={0}>
      <HoldingsTable rows={held} kind="held" sell={sell} isStale={isStale} sorting={sorting} onSort={setSorting} />
    </section>
  )
}
