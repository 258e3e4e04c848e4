import { type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'
import type { Followed } from '../data/store.ts'
import { ShownContext, whileShown } from './whileShown.ts'

interface Changed {
  readonly side: 'buy' | 'sell'
  /** A new number for each flash; `undefined` for none. */
  readonly flash: number | undefined
}

/**
 * Tints an element for a moment when its value changes. The element must have no other class. Two class names
 * alternate, so
 * that the animation restarts on the same element. The value at mount does not flash.
 */
export function useFlash(source: Followed<Changed | undefined>): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const shown = useContext(ShownContext)
  const [shownAt] = useState(() => source.get()?.flash)
  useLayoutEffect(() => {
    const flash = () => {
      const next = classOf(source.get(), shownAt)
      if (element.current !== null && element.current.className !== next) element.current.className = next
    }
    return whileShown(shown, source.subscribe, flash)
  }, [source, shown, shownAt])
  return element
}

function classOf(value: Changed | undefined, shownAt: number | undefined): string {
  if (value?.flash === undefined || value.flash === shownAt) return ''
  return `flash ${value.side} ${value.flash % 2 === 0 ? 'again' : 'once'}`
}
