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

/** What is held, as a table below another page; its first row has the focus when it comes. */
export function PositionsDock({ held, isStale, sell }: PositionsDockProps) {
  const dock = useRef<HTMLElement>(null)
  const [sorting, setSorting] = useState(sortingOf)
  useEffect(() => dock.current?.querySelector<HTMLElement>('tbody a')?.focus(), [])
  // Messages stand above it.
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.dock = 'open'
    return () => void delete dataset.dock
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area is reached by keyboard
    <section ref={dock} className="positions-dock" aria-label="What you hold" tabIndex={0}>
      <HoldingsTable rows={held} kind="held" sell={sell} isStale={isStale} sorting={sorting} onSort={setSorting} />
    </section>
  )
}
