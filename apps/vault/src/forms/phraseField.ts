import type { PhraseFault } from '@tern/custody/internal/words'
import { make, setAttributes } from './make.ts'

/** A field for a recovery phrase, or for a secret key in some forms. */
export interface PhraseField {
  readonly element: HTMLElement
  readonly input: HTMLTextAreaElement
  readonly value: string
  setError(text: string | undefined): void
  /** Reads the typed phrase. If it is wrong, shows its fault and returns `undefined`. */
  readPhrase(): Promise<string | undefined>
  /** Clears the field. */
  clear(): void
}

/** Describes a phrase's fault. */
function faultText(fault: PhraseFault): string {
  switch (fault.fault) {
    case 'length':
      return `A recovery phrase has 12 or 24 words, not ${fault.count}`
    case 'word':
      return `Word ${fault.place}, “${fault.word.slice(0, 24)}”, is not a recovery word`
    case 'checksum':
      return 'Not a valid phrase: check spelling and order'
  }
}

export function phraseField(label: string, hintText: string): PhraseField {
  const input = make('textarea', {
    id: 'phrase',
    rows: '3',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    translate: 'no',
    'aria-describedby': 'phrase-hint',
  })
  const frame = make('div', { class: 'input tall' }, input)
  const error = make('p', { id: 'phrase-error', class: 'hint bad', role: 'alert' })
  const hint = make('p', { id: 'phrase-hint', class: 'hint' }, hintText)
  const field: PhraseField = {
    element: make('div', { class: 'field' }, make('label', { for: 'phrase' }, label), frame, hint),
    input,
    get value() {
      return input.value
    },
    setError(text) {
      frame.classList.toggle('bad', text !== undefined)
      error.replaceChildren(...(text === undefined ? [] : [make('span', { 'aria-hidden': 'true' }, '✕ '), text]))
      if (text === undefined) error.remove()
      else frame.after(error)
      setAttributes(input, {
        'aria-invalid': text === undefined ? undefined : 'true',
        'aria-describedby': text === undefined ? 'phrase-hint' : 'phrase-error phrase-hint',
      })
    },
    async readPhrase() {
      const { readPhrase } = await import('@tern/custody/internal/words')
      const read = await readPhrase(input.value)
      const isFaulty = 'fault' in read
      field.setError(isFaulty ? faultText(read) : undefined)
      if (!isFaulty) return read.phrase
      input.focus()
      return undefined
    },
    clear() {
      input.value = ''
    },
  }
  return field
}
