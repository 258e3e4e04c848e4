import { createStore } from './store.ts'

export type ToastState = 'sending' | 'sent' | 'confirmed' | 'failed' | 'unknown'

export interface Toast {
  readonly id: number
  readonly state: ToastState
  readonly title: string
  readonly detail?: string
  readonly startedAtMs: number
  /** When the state became final. */
  readonly endedAtMs?: number
}

type ToastWords = Pick<Toast, 'state' | 'title' | 'detail'>

/** Newest first. */
export const toasts = createStore<readonly Toast[]>([])

/** How long a confirmed toast stays; failed and unknown ones stay until dismissed. */
export const confirmedLifeMs = 15_000

let lastId = 0

/** Shows a toast; `update` changes that same one in place, so that a transaction never has two. */
export function openToast(toast: ToastWords) {
  const id = ++lastId
  const ended = (state: ToastState) => state !== 'sending' && state !== 'sent'
  const stamp = (state: ToastState) => (ended(state) ? { endedAtMs: Date.now() } : {})
  toasts.set([{ ...toast, id, startedAtMs: Date.now(), ...stamp(toast.state) }, ...toasts.get()])
  return {
    update(change: ToastWords) {
      toasts.set(
        toasts
          .get()
          .map(one => (one.id === id ? { id, startedAtMs: one.startedAtMs, ...change, ...stamp(change.state) } : one)),
      )
    },
  }
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter(toast => toast.id !== id))
}
