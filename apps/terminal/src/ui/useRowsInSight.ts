import { type RefCallback, useCallback, useState } from 'react'
import { type RowRange, rowsInSight, widen } from './rowsInSight.ts'

/** So many rows on either side are there before they come into sight, and so soon after the list is shown. */
const around = { rows: 4, afterMs: 200 }

/**
 * Which of the `count` rows of a list are rendered. At first only those that a window can show: the rest of the list's work is
 * left for when it stands on the screen. The box is measured when the browser has laid it out, never before.
 * `box`: the ref of what scrolls.
 */
export function useRowsInSight(count: number, rowHeight: number): RowRange & { box: RefCallback<HTMLElement> } {
  const [sight, setSight] = useState<RowRange>(() => rowsInSight(0, window.innerHeight, rowHeight))
  const [isSettled, setSettled] = useState(false)
  const box = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      let height = 0
      const look = () => {
        const next = rowsInSight(element.scrollTop, height, rowHeight)
        setSight(last => (last.from === next.from && last.to === next.to ? last : next))
      }
      const measured = new ResizeObserver(([entry]) => {
        height = entry?.contentRect.height ?? 0
        look()
      })
      const scrolled = () => {
        setSettled(true)
        look()
      }
      measured.observe(element)
      element.addEventListener('scroll', scrolled, { passive: true })
      const timer = setTimeout(setSettled, around.afterMs, true)
      return () => {
        measured.disconnect()
        element.removeEventListener('scroll', scrolled)
        clearTimeout(timer)
      }
    },
    [rowHeight],
  )
  return { ...widen(sight, isSettled ? around.rows : 0, count), box }
}
