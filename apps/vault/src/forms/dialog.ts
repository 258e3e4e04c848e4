import { isTernError } from '@tern/core'
import type { FormOutcome } from '@tern/custody'
import type { VaultMoney } from '@tern/custody/internal'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { retype } from './field.ts'
import { holdInFrame } from './frameHold.ts'
import { hold, type Place, released } from './hold.ts'
import { make, setAttributes } from './make.ts'
import { holdInWindow } from './windowHold.ts'

/** A step of a dialog. */
export interface Step {
  readonly title: string
  /** Shown right of the title. Default: the mark of the money. */
  readonly marker?: Node
  readonly body: readonly Node[]
  /** Text of the main button, and its text while the step runs. */
  readonly action: () => string
  readonly underway?: string
  /** Why the main button is disabled. The button shows this text. */
  readonly fault?: () => string | undefined
  /** Text of the button that leaves. `null`: the main button leaves. */
  readonly cancel?: string | null
  /** Outcome if the user leaves here. Default: `closed`. */
  readonly left?: FormOutcome
  /** Shown below the buttons. */
  readonly foot?: Node
  /** Runs the step. The dialog shows its error. */
  readonly submit: () => Promise<void> | void
  /** Starts on its own after the step before. The button is for another try. */
  readonly isBegun?: boolean
  /** Shows an error. Default: a note below the fields. */
  readonly fail?: (text: string | undefined) => void
  readonly focus?: HTMLElement
}

export interface FormDialog {
  readonly ended: Promise<FormOutcome>
  end(outcome: FormOutcome): void
  readonly isOver: boolean
  /** Shows a step. */
  fill(step: Step): void
  /** Updates the buttons after a change of the state they depend on. */
  refresh(): void
}

/** Makes the mark of the money, in words and hatch like the terminal's dialogs. */
export function moneyMark(money: VaultMoney): HTMLElement {
  if (money.kind === 'cluster')
    return make('span', { class: 'money-mark real', title: `Genesis hash ${money.genesisHash}` }, money.name)
  const words = make('span', {}, 'Practice', make('span', { class: 'desk-only' }, ' money'))
  return make('span', { class: 'money-mark', title: 'Practice chain. Nothing here is real money.' }, words)
}

const ring = () => make('span', { class: 'ring', 'aria-hidden': 'true' })

/** Gives password managers a user name for the passphrase. */
function passphraseUser(): HTMLElement {
  const input = make('input', {
    type: 'text',
    name: 'username',
    autocomplete: 'username',
    readonly: true,
    hidden: true,
  })
  input.value = 'Tern wallet'
  return input
}

/** Opens a form in a modal `<dialog>`: its fields, its error, the button that leaves and the main button. */
export function openDialog(money: VaultMoney, onEnd: () => void = () => undefined): FormDialog {
  const heading = make('h2', { id: 'title' })
  const head = make('div', { class: 'dialog-head' }, heading, make('span', { class: 'spacer' }))
  const body = make('fieldset', { class: 'dialog-body' })
  const held = make('p', { class: 'note held', role: 'status' })
  const note = make('div', { class: 'note danger', role: 'alert' })
  const cancel = make('button', { type: 'button', class: 'button plain large text' })
  const main = make('button', { type: 'submit', class: 'button paper large text' })
  const foot = make('div', { class: 'dialog-foot' }, cancel, main)
  const form = make('form', { novalidate: true }, passphraseUser(), body, foot)
  const dialog = make('dialog', { class: 'dialog', 'aria-labelledby': 'title', tabindex: '-1' }, head, form)
  let step: Step | undefined
  let isRunning = false
  /** Gets the focus back once the form is no longer held. */
  let focused: HTMLElement | undefined
  let isOver = false
  let place: Place | undefined
  let settle: (outcome: FormOutcome) => void = () => undefined
  const ended = new Promise<FormOutcome>(resolve => {
    settle = resolve
  })

  function end(outcome: FormOutcome): void {
    if (isOver) return
    isOver = true
    // Clear all that was typed.
    for (const input of dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      input.value = ''
    dialog.close()
    dialog.remove()
    place?.end()
    onEnd()
    settle(outcome)
  }
  const heldBy = () => (hold.get()?.kind === 'checking' ? undefined : hold.get()?.why)
  /** Disables a held form. The user can only leave it. */
  function keepHold(): void {
    const why = heldBy()
    // Skip needless changes: a button that changes while it is pressed receives no click.
    if (isOver || (body.disabled ? held.textContent : undefined) === why) return
    const before = document.activeElement
    if (why !== undefined && !body.disabled && before instanceof HTMLElement && body.contains(before)) focused = before
    body.disabled = why !== undefined
    // Otherwise a user who is still typing while the form appears could press it by accident.
    cancel.disabled = hold.get()?.kind === 'settling'
    held.textContent = why ?? ''
    if (hold.get()?.kind === 'unseen') head.after(held)
    else held.remove()
    if (why === undefined) {
      if (focused?.isConnected) focused.focus({ preventScroll: true })
      focused = undefined
    }
    refresh()
  }
  function refresh(): void {
    if (step === undefined) return
    const fault = heldBy() ?? step.fault?.()
    const text = (isRunning ? step.underway : undefined) ?? fault ?? step.action()
    setAttributes(main, { 'aria-disabled': fault !== undefined || isRunning ? 'true' : undefined })
    if (main.textContent !== text || isRunning !== (main.firstElementChild !== null))
      main.replaceChildren(...(isRunning ? [ring()] : []), text)
  }
  function fail(text: string | undefined): void {
    note.replaceChildren(make('p', {}, `✕ ${text ?? ''}`))
    if (step?.fail !== undefined) step.fail(text)
    else if (text === undefined) note.remove()
    else body.append(note)
  }
  /** Selects the passphrase. Otherwise the button keeps the focus, and typing would press it again. */
  function askAgain(): void {
    const passphrase = body.querySelector<HTMLInputElement>('[autocomplete=current-password]')
    if (passphrase !== null) retype(passphrase)
  }
  async function submit(): Promise<void> {
    if (step === undefined || isRunning || heldBy() !== undefined || step.fault?.() !== undefined) return
    const submitted = step
    fail(undefined)
    isRunning = true
    refresh()
    try {
      await released()
      if (isOver) return
      await submitted.submit()
    } catch (error) {
      if (step === submitted) {
        fail(errorText(error))
        if (isTernError(error, 'wallet/wrongPassphrase')) askAgain()
      }
    }
    isRunning = false
    refresh()
    if (step !== submitted && step.isBegun === true) await submit()
  }

  const leave = () => end(step?.left ?? { outcome: 'closed' })
  cancel.addEventListener('click', leave)
  dialog.addEventListener('cancel', event => {
    event.preventDefault()
    leave()
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    void submit()
  })
  hold.subscribe(keepHold)
  form.addEventListener('input', refresh)
  form.addEventListener('change', refresh)

  return {
    ended,
    end,
    refresh,
    get isOver() {
      return isOver
    },
    fill(next) {
      if (isOver) return
      step = next
      heading.textContent = next.title
      head.replaceChildren(heading, make('span', { class: 'spacer' }), next.marker ?? moneyMark(money))
      body.replaceChildren(...next.body)
      cancel.textContent = next.cancel ?? 'Cancel'
      foot.replaceChildren(...(next.cancel === null ? [main] : [cancel, main]))
      foot.classList.toggle('single', next.cancel === null)
      form.replaceChildren(passphraseUser(), body, foot, ...(next.foot === undefined ? [] : [next.foot]))
      refresh()
      if (!dialog.isConnected) {
        document.body.append(dialog)
        dialog.showModal()
        place = parent === window ? holdInWindow() : holdInFrame([head, foot])
      }
      place?.settle()
      dialog.scrollTop = 0
      const first = next.focus ?? main
      keepHold()
      if (heldBy() === undefined) first.focus({ preventScroll: true })
      else {
        // Meanwhile no other control that a key could press has the focus.
        focused = first
        dialog.focus({ preventScroll: true })
      }
    },
  }
}
