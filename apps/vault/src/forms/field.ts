import { make, setAttributes } from './make.ts'

/** A labelled field like the terminal's `Field`. Screen readers announce its error and its hint. */
export interface Field {
  readonly element: HTMLElement
  readonly input: HTMLInputElement
  readonly value: string
  /** Shows an error after a `✕`. */
  setError(text: string | undefined): void
  setHint(text: string | undefined): void
  /** Shows a node inside the frame, after the input. */
  setEnd(end: Node | undefined): void
}

interface FieldOptions {
  readonly label: string
  readonly type?: 'text' | 'password'
  readonly value?: string
  readonly hint?: string | undefined
  readonly autocomplete?: 'off' | 'current-password' | 'new-password'
  readonly capitals?: boolean
  readonly maxLength?: number
  readonly onInput?: () => void
}

let last = 0

export function createField(options: FieldOptions): Field {
  const id = `field-${++last}`
  const input = make('input', {
    id,
    type: options.type ?? 'text',
    autocomplete: options.autocomplete ?? 'off',
    spellcheck: 'false',
    ...(options.capitals === true && { autocapitalize: 'characters' }),
    ...(options.maxLength !== undefined && { maxlength: String(options.maxLength) }),
  })
  input.value = options.value ?? ''
  const frame = make('div', { class: 'input' }, input)
  const error = make('p', { id: `${id}-error`, class: 'hint bad', role: 'alert' })
  const hint = make('p', { id: `${id}-hint`, class: 'hint' })
  const element = make('div', { class: 'field' }, make('label', { for: id }, options.label), frame)
  let end: Node | undefined

  function describe(): void {
    const notes = [error, hint].filter(note => note.isConnected || note.parentNode === element)
    setAttributes(input, { 'aria-describedby': notes.map(note => note.id).join(' ') || undefined })
  }
  function say(note: HTMLElement, text: string | undefined, ...content: readonly (Node | string)[]): void {
    if (text === undefined) note.remove()
    else {
      note.replaceChildren(...content, text)
      if (note === error) frame.after(note)
      else element.append(note)
    }
    describe()
  }
  const field: Field = {
    element,
    input,
    get value() {
      return input.value
    },
    setError(text) {
      frame.classList.toggle('bad', text !== undefined)
      setAttributes(input, { 'aria-invalid': text === undefined ? undefined : 'true' })
      say(error, text, make('span', { 'aria-hidden': 'true' }, '✕ '))
    },
    setHint: text => say(hint, text),
    setEnd(next) {
      if (end?.parentNode === frame) frame.removeChild(end)
      end = next
      if (next !== undefined) frame.append(next)
    },
  }
  field.setHint(options.hint)
  if (options.onInput) input.addEventListener('input', options.onInput)
  return field
}

/** Makes a field for an existing passphrase. */
export const passphraseField = (options: Partial<FieldOptions> = {}): Field =>
  createField({ label: 'Passphrase', ...options, type: 'password', autocomplete: 'current-password' })

/** Why a form cannot go on while its passphrase field is empty. */
export const passphraseFault = ({ value }: Field): string | undefined =>
  value === '' ? 'Type your passphrase' : undefined

/** Focuses a field and selects its text, so that the next key replaces all of it. */
export function retype(input: HTMLInputElement): void {
  input.focus()
  input.select()
}

export const passed = (): HTMLElement => make('span', { class: 'ok', 'aria-hidden': 'true' }, '✓')
