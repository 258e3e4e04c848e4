import { type RefObject, useContext, useLayoutEffect, useReducer, useRef } from 'react'
import type { Followed } from '../data/store.ts'
import { ShownContext, whileShown } from './whileShown.ts'

/**
 * Shows a value that changes too often to render: each new value is written straight into its element. If `write`
 * returns
 * `false`, the value needs another shape, such as the first number after a dash, and the component renders.
 *
 * @returns the value to render, and the element's ref
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
    // Called at once too: React does not restore text that it believes is still there.
    return whileShown(shown, source.subscribe, renew)
  })
  return [value, element]
}
