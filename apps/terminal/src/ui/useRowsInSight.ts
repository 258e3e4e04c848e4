import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { folded, type RowRange, rowsInSight, unfold, widen } from './rowsInSight.ts'

/** So many rows on either side are there before they come into sight. */
const around = 4

/**
 * Which of the `count` rows of a list are rendered: those in sight and some around them. When the list comes onto the screen, or
 * becomes longer by many, they are added from the top, frame by frame, as many as a frame has room for. The box is measured when the browser has laid
 * it out, never before. `box`: the ref of what scrolls.
 */
export function useRowsInSight(count: number, rowHeight: number): RowRange & { box: RefCallback<HTMLElement> } {
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
      element.addEventListener('scroll', look, { passive: true })
      return () => {
        measured.disconnect()
        element.removeEventListener('scroll', look)
      }
    },
    [rowHeight],
  )
  const { from, to } = widen(sight, around, count)
  // As when a search is taken back; what is scrolled to is there at once.
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
  return { from, to: shownTo, box }
}
