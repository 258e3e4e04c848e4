import { createPatientStore } from './store.ts'
import type { BlocksLeft } from './stream/latestBlockhash.ts'

export type ToastState = 'sending' | 'sent' | 'confirmed' | 'failed' | 'unknown'

/** A toast. With *unknown*, it has the number of blocks that can still hold the transaction. */
export interface Toast extends BlocksLeft {
  readonly id: number
  readonly state: ToastState
  readonly title: string
  /**
   * The whole signature. The toast shows its ends, after the title once it is confirmed, otherwise before the detail.
   */
  readonly signature?: string
  readonly detail?: string
  /** Actions that the toast offers besides dismissing it. */
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[]
  /** For a failure that the person caused: the toast goes by itself, like a confirmed toast. */
  readonly isPassing?: boolean
  readonly startedAtMs: number
  /** When the state became confirmed, failed or unknown. */
  readonly endedAtMs?: number
}

/** The content of a toast. */
export type ToastContent = Omit<Toast, 'id' | 'startedAtMs' | 'endedAtMs' | 'lastHeight'>

/** The toast of a trade, from the press until a node or provider takes its bytes. */
export const sendingToast = (detail: string): ToastContent => ({
  state: 'sending',
  title: 'Sending transaction...',
  detail,
})

/** Newest first. */
export const toasts = createPatientStore<readonly Toast[]>([])

/**
 * How long a confirmed toast stays: shorter on a phone, because it takes room.
 * Failed and unknown toasts stay until they are dismissed.
 */
const confirmedLifeMs = { desk: 15_000, phone: 6_000 } as const
const isPhone = () => globalThis.matchMedia?.('(max-width: 760px)').matches === true

/** After this long without an outcome, a sent transaction is called unknown. */
export const sentLimitMs = 60_000

/** How many blocks can hold a new transaction. */
export const blocksToLand = 150

let lastId = 0

const ends = new Map<number, ReturnType<typeof setTimeout>>()
let heldId: number | undefined

/**
 * Starts the timer even if other toasts hide this toast, because an old confirmation is no news once there is room for it.
 */
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

/** Keeps a toast while a person points at it. Its whole lifetime starts again afterwards. */
export function holdToast(id: number, isHeld: boolean): void {
  heldId = isHeld ? id : undefined
  const toast = toasts.get().find(one => one.id === id)
  if (toast !== undefined) endInTime(toast)
}

const isOver = (state: ToastState) => state === 'confirmed' || state === 'failed'

/**
 * Shows a toast. `update` changes it in place, so a transaction never has two toasts.
 * A dismissed toast stays away until there is an outcome.
 */
export function openToast(toast: ToastContent) {
  const [id, startedAtMs] = [++lastId, Date.now()]
  let ended: { readonly state: ToastState; readonly endedAtMs: number } | undefined
  const stamped = (words: ToastContent): Toast => {
    const { state } = words
    // Another report of the same state, such as "final", does not move its end.
    if (isOver(state) || state === 'unknown') ended = ended?.state === state ? ended : { state, endedAtMs: Date.now() }
    else ended = undefined
    return {
      ...words,
      id,
      startedAtMs,
      ...(ended && { endedAtMs: ended.endedAtMs }),
    }
  }
  const show = (words: ToastContent) => {
    const [shown, next] = [toasts.get(), stamped(words)]
    const isShown = shown.some(one => one.id === id)
    toasts.set(isShown ? shown.map(one => (one.id === id ? next : one)) : [next, ...shown])
    endInTime(next)
  }
  show(toast)
  return {
    close: () => dismissToast(id),
    update(words: ToastContent) {
      if (isOver(words.state) || toasts.get().some(one => one.id === id)) show(words)
    },
  }
}

export function dismissToast(id: number): void {
  clearTimeout(ends.get(id))
  ends.delete(id)
  toasts.set(toasts.get().filter(toast => toast.id !== id))
}
