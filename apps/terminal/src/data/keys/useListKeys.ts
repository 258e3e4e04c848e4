import { type RefObject, useRef } from 'react'
import { useKey } from './keys.ts'

/** `j` and `k` go through what `selector` finds in a list, which is then opened with Enter as anything that has the focus is. */
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
