import { type RefObject, useContext, useLayoutEffect, useReducer, useRef } from 'react'
import type { Followed } from '../data/store.ts'
import { ShownContext, whileShown } from './whileShown.ts'

/**
 * For a value that changes too often to be rendered: each new one is written straight into the element that shows it. Rendered
 * is what has another shape than what is there, such as the first number after a dash: `write` says `false` of it.
 *
 * @returns the value to render, and the element's ref.
 */
export function useWritten<E extends HTMLElement, T>(
  source: Followed<T>,
  write: (element: E, value: NonNullable<T>) => boolean,
): readonly [T, RefObject<E | null>] {
  const [, render] = useReducer((times: number) => times + 1, 0)
  const element = useRef<E>(null)
  const shown = useContext(ShownContext)
  const value = source.get()
  useLayoutEffect(() => {
    const renew = () => {
      const [shown, next] = [element.current, source.get()]
      if (shown === null ? next != null : next == null || !write(shown, next)) render()
    }
    // Called at once, too: React leaves alone what it believes is there already.
    return whileShown(shown, source.subscribe, renew)
  })
  return [value, element]
}
