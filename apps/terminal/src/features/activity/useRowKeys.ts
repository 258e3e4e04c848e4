import { useRef } from 'react'
import { useKey } from '../../data/keys.ts'

/** `j` and `k` go through the lines of a list; what has the focus opens with Enter by itself. */
export function useRowKeys() {
  const list = useRef<HTMLUListElement>(null)
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  }
  useKey('nextRow', () => move(1))
  useKey('previousRow', () => move(-1))
  return list
}
