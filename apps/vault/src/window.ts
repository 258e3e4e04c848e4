import { TernError } from '@tern/core'
import { sentError } from '@tern/custody/internal'
import { readMoney } from './money.ts'
import { noteHappenings } from './noteHappenings.ts'
import type { Wallets } from './wallets.ts'
import { channelOf, type FrameSays, holdLock, lockReleased, type WindowSays } from './windowTalk.ts'

/** A frame with the request answers at once. After this time, no frame has it. */
const patienceMs = 10_000

/** Shows a text in a window without a form. */
function say(text: string): void {
  const note = document.createElement('p')
  note.className = 'window-note'
  note.textContent = text
  document.body.replaceChildren(note)
}

/** Closes this window, or shows the text if the browser does not allow it. */
function leave(text: string): void {
  window.close()
  say(text)
}

/**
 * Shows a request's form in a separate window. No other page can cover, move or read this window.
 * The URL names the request only. The frame that received the request sends the form.
 */
export async function openWindow(wallets: Wallets, request: string): Promise<void> {
  const { errorMessage, openForm } = await import('./forms/forms.ts')
  document.documentElement.classList.add('window')
  document.title = 'Tern vault'
  // An opener could navigate this window elsewhere.
  if (opener !== null) return say('This window was opened unsafely. Close it.')
  const channel = channelOf(request)
  const from = crypto.randomUUID()
  await holdLock(`tern-window-${from}`)
  const post = (said: WindowSays) => channel.postMessage(said)
  const gone = 'The page that asked for this is gone. Nothing was done. Close this window.'
  const timer = setTimeout(() => say(gone), patienceMs)
  let openedForm: ReturnType<typeof openForm> | undefined
  let isOver = false

  function end(text: string): void {
    if (isOver) return
    isOver = true
    openedForm?.end({ outcome: 'closed' })
    leave(text)
  }

  async function show({ form, look }: Extract<FrameSays, { says: 'form' }>): Promise<void> {
    clearTimeout(timer)
    Object.assign(document.documentElement.dataset, look)
    void lockReleased(`tern-request-${request}`).then(() => end(gone))
    await wallets.load()
    const state = wallets.state()
    if (state.status !== 'held')
      return say('error' in state ? errorMessage(state.error) : 'There are no wallets here. Close this window.')
    const [money] = await Promise.all([readMoney(), wallets.signer()])
    if (isOver) return
    document.body.replaceChildren()
    const opened = openForm(form, { wallets, money, wants: () => post({ says: 'wants', from }) })
    openedForm = opened
    const outcome = await opened.ended
    if (isOver) return
    isOver = true
    post({ says: 'ended', from, outcome })
    leave(outcome.outcome === 'done' ? 'Done. Close this window.' : 'Nothing was done. Close this window.')
  }

  async function withdraw({ asked }: Extract<FrameSays, { says: 'withdraw' }>): Promise<void> {
    try {
      if (openedForm?.withdraw === undefined)
        throw new TernError('wallet/refusedToSign', { reason: 'nobody confirmed it' })
      post({ says: 'signed', from, signature: await openedForm.withdraw(asked) })
    } catch (error) {
      post({ says: 'refused', from, error: sentError(error, 'withdraw') })
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<FrameSays>) => {
    if (data.says === 'here') return post({ says: 'ready', from })
    if (data.to !== from) return
    if (data.says === 'over') end('This form has ended. Close this window.')
    else if (data.says === 'withdraw') void withdraw(data)
    else if (openedForm === undefined) void show(data)
  })
  noteHappenings(wallets)
  say('Waiting for the page that asked…')
  post({ says: 'ready', from })
}
