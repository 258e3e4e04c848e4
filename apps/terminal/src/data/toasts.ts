import { createStore } from './store.ts'

export type ToastState = 'sending' | 'sent' | 'confirmed' | 'failed' | 'unknown'

export interface Toast {
  readonly id: number
  readonly state: ToastState
  readonly title: string
  /** Of the transaction, in full, after the title. */
  readonly signature?: string
  readonly detail?: string
  readonly startedAtMs: number
  /** When the state became final. */
  readonly endedAtMs?: number
}

type ToastWords = Pick<Toast, 'state' | 'title' | 'signature' | 'detail'>

/** Newest first. */
export const toasts = createStore<readonly Toast[]>([])

/** How long a confirmed toast stays; failed and unknown ones stay until dismissed. */
export const confirmedLifeMs = 15_000

let lastId = 0

const isOver = (state: ToastState) => state === 'confirmed' || state === 'failed'

/**
 * Shows a toast; `update` changes that same one in place, so that a transaction never has two. One that was dismissed stays
 * away until there is an outcome to tell.
 */
export function openToast(toast: ToastWords) {
  const [id, startedAtMs] = [++lastId, Date.now()]
  const stamped = (words: ToastWords): Toast => ({
    ...words,
    id,
    startedAtMs,
    ...(isOver(words.state) || words.state === 'unknown' ? { endedAtMs: Date.now() } : {}),
  })
  toasts.set([stamped(toast), ...toasts.get()])
  return {
    update(words: ToastWords) {
      const shown = toasts.get()
      if (shown.some(one => one.id === id)) toasts.set(shown.map(one => (one.id === id ? stamped(words) : one)))
      else if (isOver(words.state)) toasts.set([stamped(words), ...shown])
    },
  }
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter(toast => toast.id !== id))
}
