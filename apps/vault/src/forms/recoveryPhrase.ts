import { copyButton } from './copyButton.ts'
import { createField, passed } from './field.ts'
import { make } from './make.ts'
import { checkLeft, isMistypedWord, isTypedWord, placesToCheck } from './phraseCheck.ts'
import './secrets.css'

/** A recovery phrase on screen, with fields to type some of its words again. */
export interface ShownPhrase {
  readonly elements: readonly Node[]
  /** Returns the next thing to do before it counts as written down. */
  left(): string | undefined
}

/** Lists a phrase's words with their numbers. */
export const phraseList = (phrase: string): HTMLElement =>
  make(
    'ol',
    { class: 'recovery-code phrase', 'aria-label': 'Recovery phrase', translate: 'no' },
    ...phrase.split(' ').map((word, i) => make('li', {}, make('span', { 'aria-hidden': 'true' }, String(i + 1)), word)),
  )

/** Shows a recovery phrase and asks for some of its words. */
export function recoveryPhrase(phrase: string): ShownPhrase {
  const words = phrase.split(' ')
  const places = placesToCheck(words.length)
  const fields = places.map((place, i) => {
    const field = createField({
      label: i === 0 ? `Type word ${place + 1} to check` : `And word ${place + 1}`,
      onInput() {
        field.setEnd(isTypedWord(field.value, words[place]) ? passed() : undefined)
        field.setError(isMistypedWord(field.value, words[place]) ? `This is not word ${place + 1}` : undefined)
      },
    })
    field.input.setAttribute('autocapitalize', 'none')
    return field
  })
  const kept = make('input', { type: 'checkbox' })
  return {
    elements: [
      phraseList(phrase),
      make(
        'div',
        { class: 'button-row' },
        copyButton('Copy recovery phrase', () => phrase),
      ),
      make('div', { class: 'secret-three' }, ...fields.map(({ element }) => element)),
      make('label', { class: 'check' }, kept, make('span', {}, 'I have it on paper or in a password manager')),
    ],
    left: () => checkLeft(words, places, { typed: fields.map(({ value }) => value), isKept: kept.checked }),
  }
}
