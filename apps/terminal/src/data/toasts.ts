import { createStore } from './store.ts'
import { type BlocksLeft, countedFromNow } from './stream/latestBlockhash.ts'

export type ToastState = 'sending' | 'sent' | 'confirmed' | 'failed' | 'unknown'

/** With *unknown*, how many blocks it can still land in. */
export interface Toast extends BlocksLeft {
  readonly id: number
  readonly state: ToastState
  readonly title: string
  /** Of the transaction, in full; the toast shows its ends, after the title once it is confirmed, else before the detail. */
  readonly signature?: string
  readonly detail?: string
  /** What can be done about it, beside dismissing it. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  readonly startedAtMs: number
  /** When the state became final. */
  readonly endedAtMs?: number
}

type ToastWords = Omit<Toast, 'id' | 'startedAtMs' | 'endedAtMs' | 'lastHeight'>

/** Newest first. */
export const toasts = createStore<readonly Toast[]>([])

/** How long a confirmed toast stays, and on a phone, where it takes room; failed and unknown ones stay until dismissed. */
export const confirmedLifeMs = { desk: 15_000, phone: 6_000 } as const

/** How long a sent transaction is waited for before its outcome is called unknown. */
export const sentLimitMs = 60_000

/** How many blocks a transaction can land in when it is new. */
export const blocksToLand = 150

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
    ...countedFromNow(words),
    id,
    startedAtMs,
    ...(isOver(words.state) || words.state === 'unknown' ? { endedAtMs: Date.now() } : {}),
  })
  toasts.set([stamped(toast), ...toasts.get()])
  return {
    close: () => dismissToast(id),
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
