import { useKey } from '../../data/keys/keys.ts'

const isShown = (element: HTMLElement) => element.checkVisibility()

/**
 * Goes `by` rows further in the list that has the focus, or to the first row of the first list. Rows beyond the edge are there
 * already, and the browser scrolls to what is focused.
 */
function focusRow(by: number): void {
  const current = document.activeElement?.closest<HTMLElement>('[data-index]')
  const lists = [...document.querySelectorAll<HTMLElement>('[data-rows]')].filter(isShown)
  const list = current?.closest('[data-rows]') ?? lists[0]
  const at = current ? Number(current.dataset.index) + by : 0
  list?.querySelector<HTMLElement>(`[data-index="${at}"] a`)?.focus()
}

/** `J` and `K`: the next and the previous row, whose link Enter opens. */
export function useRowKeys(): void {
  useKey('nextRow', () => focusRow(1))
  useKey('previousRow', () => focusRow(-1))
}
