import { TernError } from '@tern/core'
import type { FormOutcome, VaultForm } from '@tern/custody'
import type { OpenForm } from './forms/form.ts'
import { channelOf, type FrameSays, holdLock, lockReleased, type WindowSays } from './windowTalk.ts'

/** A window that opens after the end of its request still gets the message `over` for this long. */
const lateMs = 30_000

interface Request {
  readonly id: string
  readonly form: VaultForm
  /** The `data-` attributes of the frame's root. The window's root gets the same attributes. */
  readonly look: () => Readonly<DOMStringMap>
  /** Notifies the terminal that the person has confirmed the withdrawal. */
  readonly wants: () => void
}

/**
 * Shows a form in a window of the vault. The terminal opens the window with the request's id and without the form.
 * Closing the window ends the form. A second window with the same id takes over the form and closes the first window.
 */
export function askInWindow({ id, form, look, wants }: Request): OpenForm {
  const channel = channelOf(id)
  let window: string | undefined
  let isOver = false
  let signing: { resolve(signature: Uint8Array): void; reject(error: unknown): void } | undefined
  let settle: (outcome: FormOutcome) => void = () => undefined
  const ended = new Promise<FormOutcome>(resolve => {
    settle = resolve
  })
  const say = (said: FrameSays) => channel.postMessage(said)
  const lock = holdLock(`tern-request-${id}`)

  function end(outcome: FormOutcome): void {
    if (isOver) return
    isOver = true
    if (window !== undefined) say({ says: 'over', to: window })
    signing?.reject(new TernError('wallet/notConfirmed', {}))
    void lock.then(release => release())
    setTimeout(() => channel.close(), lateMs)
    settle(outcome)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<WindowSays>) => {
    const { from } = data
    if (data.says === 'ready') {
      if (isOver) return say({ says: 'over', to: from })
      if (window === from) return
      if (window !== undefined && window !== from) say({ says: 'over', to: window })
      window = from
      // The window waits for the lock's release, so hold the lock first.
      void lock.then(() => say({ says: 'form', to: from, form, look: look() }))
      void lockReleased(`tern-window-${from}`).then(() => {
        if (window === from) end({ outcome: 'closed' })
      })
      return
    }
    if (isOver || from !== window) return
    if (data.says === 'wants') wants()
    else if (data.says === 'ended') end(data.outcome)
    else if (data.says === 'signed') signing?.resolve(data.signature)
    else signing?.reject(new TernError(data.error.code, data.error.facts))
  })
  say({ says: 'here' })

  return {
    ended,
    end,
    withdraw: asked =>
      new Promise((resolve, reject) => {
        if (window === undefined || isOver) return reject(new TernError('wallet/notConfirmed', {}))
        signing = { resolve, reject }
        say({ says: 'withdraw', to: window, asked })
      }),
  }
}
