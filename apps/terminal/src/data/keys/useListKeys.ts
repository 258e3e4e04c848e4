import { type RefObject, useRef } from 'react'
import { useKey } from './keyHandlers.ts'

/**
 * Moves the focus through the elements of a list that match `selector`, with the keys `j` and `k` (unless changed).
 * Enter then opens the focused element as usual.
 */
export function useListKeys<List extends HTMLElement>(selector: string): RefObject<List | null> {
  const list = useRef<List>(null)
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  }
  useKey('nextRow', () => move(1))
  useKey('previousRow', () => move(-1))
  return list
}
