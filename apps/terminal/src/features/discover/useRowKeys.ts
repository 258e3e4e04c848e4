import { useKey } from '../../data/keys/keyHandlers.ts'

const isShown = (element: HTMLElement) => element.checkVisibility()

/**
 * Moves the focus by `by` rows in the focused list, or to the first row of the first list. Rows just beyond the edge
 * are
 * mounted already, and the browser scrolls to the focus.
 */
function focusRow(by: number): void {
  const current = document.activeElement?.closest<HTMLElement>('[data-index]')
  const lists = [...document.querySelectorAll<HTMLElement>('[data-rows]')].filter(isShown)
  const list = current?.closest('[data-rows]') ?? lists[0]
  const at = current ? Number(current.dataset.index) + by : 0
  list?.querySelector<HTMLElement>(`[data-index="${at}"] a`)?.focus()
}

/** `J` and `K` focus the next and the previous row; Enter opens it. */
export function useRowKeys(): void {
  useKey('nextRow', () => focusRow(1))
  useKey('previousRow', () => focusRow(-1))
}
