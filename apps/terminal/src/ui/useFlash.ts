import { useState } from 'react'

interface Changed {
  readonly side: 'buy' | 'sell'
  /** Another number each time that the value is to flash; `undefined`: it does not. */
  readonly flash: number | undefined
}

/**
 * The class of an element whose value is tinted for a moment when it changes. Two names for the same flash take turns, so that
 * it starts again on the same element; what the value was when it came onto the screen does not flash.
 */
export function useFlash(value: Changed | undefined): string | undefined {
  const [shownAt] = useState(value?.flash)
  if (value?.flash === undefined || value.flash === shownAt) return undefined
  return `flash ${value.side} ${value.flash % 2 === 0 ? 'again' : 'once'}`
}
