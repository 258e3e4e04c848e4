import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { folded, type RowRange, rowsInSight, unfold, widen } from './rowsInSight.ts'

/**
 * Chooses the rows of a list to render: the visible rows and some neighbours. A list that appears, or grows by many rows,
 * is added from the top, frame by frame, as many rows as a frame has time for. The box is measured after the browser's
 * layout, never before.
 *
 * @param around the number of neighbours on either side.
 * @param onScroll a handler that never changes.
 * @returns the range, the visible rows of it, and the ref of the scrolling box.
 */
export function useRowsInSight(
  count: number,
  rowHeight: number,
  { around = 4, onScroll }: { readonly around?: number; readonly onScroll?: () => void } = {},
): RowRange & { readonly sight: RowRange; readonly box: RefCallback<HTMLElement> } {
  const [sight, setSight] = useState<RowRange>(() => rowsInSight(0, window.innerHeight, rowHeight))
  const [unfolded, setUnfolded] = useState(folded)
  const addedAt = useRef(0)
  const there = useRef({ count: 0, to: 0 })
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
      measured.observe(element)
      // React's own handlers take longer than this one.
      const scroll = () => {
        onScroll?.()
        look()
      }
      element.addEventListener('scroll', scroll, { passive: true })
      return () => {
        measured.disconnect()
        element.removeEventListener('scroll', scroll)
      }
    },
    [rowHeight, onScroll],
  )
  const { from, to } = widen(sight, around, count)
  const visible = widen(sight, 0, count)
  // For example when a search is cleared. Rows above the scroll position are rendered at once.
  const isLonger = count > there.current.count && to > there.current.to + folded.to
  if (isLonger && unfolded.to === Number.POSITIVE_INFINITY)
    setUnfolded({ to: there.current.to + folded.to, step: folded.step })
  const shownTo = Math.max(from, Math.min(to, unfolded.to))
  useLayoutEffect(() => {
    there.current = { count, to: shownTo }
  }, [count, shownTo])
  useEffect(() => {
    if (count === 0 || unfolded.to === Number.POSITIVE_INFINITY) return
    const tookMs = performance.now() - addedAt.current
    const frame = requestAnimationFrame(() => {
      addedAt.current = performance.now()
      setUnfolded(last => unfold(last, tookMs, to))
    })
    return () => cancelAnimationFrame(frame)
  }, [count, unfolded, to])
  return { from, to: shownTo, sight: { from: visible.from, to: Math.min(visible.to, shownTo) }, box }
}
