import { createPatientStore } from './store.ts'
import type { BlocksLeft } from './stream/latestBlockhash.ts'

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
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[]
  /** Of one that failed: it is no news to whom it is told, and goes as what is confirmed goes. */
  readonly isPassing?: boolean
  readonly startedAtMs: number
  /** When the state became final. */
  readonly endedAtMs?: number
}

/** What a toast is made of. */
export type ToastWords = Omit<Toast, 'id' | 'startedAtMs' | 'endedAtMs' | 'lastHeight'>

/** The toast of a trade, from the press until a way has taken its bytes. */
export const sendingWords = (detail: string): ToastWords => ({
  state: 'sending',
  title: 'Sending transaction...',
  detail,
})

/** Newest first. */
export const toasts = createPatientStore<readonly Toast[]>([])

/** How long a confirmed toast stays, and on a phone, where it takes room; failed and unknown ones stay until dismissed. */
const confirmedLifeMs = { desk: 15_000, phone: 6_000 } as const
const isPhone = () => globalThis.matchMedia?.('(max-width: 760px)').matches === true

/** How long a sent transaction is waited for before its outcome is called unknown. */
export const sentLimitMs = 60_000

/** How many blocks a transaction can land in when it is new. */
export const blocksToLand = 150

let lastId = 0

const ends = new Map<number, ReturnType<typeof setTimeout>>()
let heldId: number | undefined

/** Whether it is in sight or behind others: what was confirmed while nobody saw it is no news when there is room for it. */
function endInTime({ id, state, isPassing }: Toast): void {
  clearTimeout(ends.get(id))
  ends.delete(id)
  if ((state !== 'confirmed' && !isPassing) || id === heldId) return
  const lifeMs = isPhone() ? confirmedLifeMs.phone : confirmedLifeMs.desk
  ends.set(
    id,
    setTimeout(() => dismissToast(id), lifeMs),
  )
}

/** Somebody points at a toast: it stays, and its whole life longer once they do not. */
export function holdToast(id: number, isHeld: boolean): void {
  heldId = isHeld ? id : undefined
  const toast = toasts.get().find(one => one.id === id)
  if (toast !== undefined) endInTime(toast)
}

const isOver = (state: ToastState) => state === 'confirmed' || state === 'failed'

/**
 * Shows a toast; `update` changes that same one in place, so that a transaction never has two. One that was dismissed stays
 * away until there is an outcome to tell.
 */
export function openToast(toast: ToastWords) {
  const [id, startedAtMs] = [++lastId, Date.now()]
  let ended: { readonly state: ToastState; readonly endedAtMs: number } | undefined
  const stamped = (words: ToastWords): Toast => {
    const { state } = words
    // What is said of it anew, as when it is final, did not end anew.
    if (isOver(state) || state === 'unknown') ended = ended?.state === state ? ended : { state, endedAtMs: Date.now() }
    else ended = undefined
    return {
      ...words,
      id,
      startedAtMs,
      ...(ended && { endedAtMs: ended.endedAtMs }),
    }
  }
  const show = (words: ToastWords) => {
    const [shown, next] = [toasts.get(), stamped(words)]
    const isShown = shown.some(one => one.id === id)
    toasts.set(isShown ? shown.map(one => (one.id === id ? next : one)) : [next, ...shown])
    endInTime(next)
  }
  show(toast)
  return {
    close: () => dismissToast(id),
    update(words: ToastWords) {
      if (isOver(words.state) || toasts.get().some(one => one.id === id)) show(words)
    },
  }
}

export function dismissToast(id: number): void {
  clearTimeout(ends.get(id))
  ends.delete(id)
  toasts.set(toasts.get().filter(toast => toast.id !== id))
}
