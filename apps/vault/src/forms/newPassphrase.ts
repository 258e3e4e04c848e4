import { checkPassphrase } from '@tern/custody'
import { createField, passed } from './field.ts'
import { icon, make, setAttributes } from './make.ts'
import './secrets.css'

const bars = { weak: 1, fair: 2, strong: 4 } as const
const words = { weak: 'Weak.', fair: 'Fair.', strong: 'Strong.' } as const

/** Asks for a new passphrase twice and says how strong it is. */
export interface NewPassphrase {
  readonly elements: readonly Node[]
  readonly first: HTMLInputElement
  readonly value: string
  /** Why it may not be used yet; `undefined` when it may. */
  fault(): string | undefined
  /** Says at the fields what is wrong, from now on. @returns the field that is. */
  judge(): HTMLInputElement | undefined
}

const differs = 'The two are not the same'

export function newPassphrase(label = 'Passphrase'): NewPassphrase {
  let isJudged = false
  let isShown = false
  const options = { type: 'password', autocomplete: 'new-password', onInput: () => update() } as const
  const [first, again] = [createField({ ...options, label }), createField({ ...options, label: 'Again' })]
  const show = make(
    'button',
    { type: 'button', class: 'button quiet small square', 'aria-label': 'Show passphrase', 'aria-pressed': 'false' },
    icon('show'),
  )
  show.addEventListener('click', () => {
    isShown = !isShown
    setAttributes(show, { 'aria-pressed': String(isShown) })
    for (const { input } of [first, again]) input.type = isShown ? 'text' : 'password'
  })
  first.setEnd(show)
  const meter = make('div', { class: 'strength', 'aria-hidden': 'true' }, ...[1, 2, 3, 4].map(() => make('i')))
  const verdict = make('p', { class: 'hint', 'aria-live': 'polite' })

  const reason = () => checkPassphrase(first.value).reasons[0]?.text
  const fault = () => reason() ?? (again.value === first.value ? undefined : differs)

  function update(): void {
    const { reasons, strength, bits, advice } = checkPassphrase(first.value)
    const isGood = first.value !== '' && reasons.length === 0
    meter.className = `strength ${strength}`
    for (const [i, bar] of [...meter.children].entries()) bar.className = isGood && i < bars[strength] ? 'on' : ''
    verdict.replaceChildren(
      ...(isGood
        ? [
            make('b', { class: strength === 'strong' ? 'ok' : 'warn' }, words[strength]),
            ` About ${bits} bits. ${advice === undefined ? 'Each guess takes a computer most of a second.' : `${advice}.`}`,
          ]
        : ['Four or more unrelated words are easy to keep and hard to guess.']),
    )
    const isSame = first.value !== '' && again.value === first.value
    again.setEnd(isSame ? passed() : undefined)
    first.setError(isJudged ? reason() : undefined)
    again.setError(isJudged && reason() === undefined && !isSame ? differs : undefined)
  }
  update()
  return {
    elements: [
      make('div', { class: 'secret-pair' }, first.element, again.element),
      make('div', { class: 'strength-block' }, meter, verdict),
    ],
    first: first.input,
    get value() {
      return first.value
    },
    fault,
    judge() {
      isJudged = true
      update()
      return [first, again].find(({ input }) => input.hasAttribute('aria-invalid'))?.input
    },
  }
}
