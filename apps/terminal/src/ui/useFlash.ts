import { type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'
import type { Followed } from '../data/store.ts'
import { ShownContext, whileShown } from './whileShown.ts'

interface Changed {
  readonly side: 'buy' | 'sell'
  /** Another number each time that the value is to flash; `undefined`: it does not. */
  readonly flash: number | undefined
}

/**
 * The ref of an element that is tinted for a moment when its value changes, and has no other class. Two names for the same flash
 * take turns, so that it starts again on the same element; what the value was when it came onto the screen does not flash.
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
