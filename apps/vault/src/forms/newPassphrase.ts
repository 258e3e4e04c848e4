import { checkPassphrase, type VaultMoney } from '@tern/custody/internal'
import { verdictOf } from '../strength/verdict.ts'
import { createField, passed } from './field.ts'
import { icon, make, setAttributes, smallButton } from './make.ts'
import './secrets.css'

/** Two fields for a new passphrase, an offered passphrase and a strength meter. */
export interface NewPassphrase {
  readonly elements: readonly Node[]
  readonly first: HTMLInputElement
  readonly value: string
  /** Why it may not be used yet. `undefined`: it may be used. */
  fault(): string | undefined
  /** Shows errors at the fields from now on. @returns the first field with an error. */
  judge(): HTMLInputElement | undefined
}

interface NewPassphraseOptions {
  readonly label?: string
  /**
   * Called when the password lists have loaded or an offered passphrase is used, because the form's buttons may change.
   */
  readonly onKnown: () => void
}

const differs = 'The passphrases do not match'
/** 5 words of 11 random bits. */
const offeredWords = 5

/** Offers a passphrase of random words and a button that fills it in. */
function offer(use: (passphrase: string) => void): HTMLElement {
  const text = make('p', { class: 'offered-passphrase', translate: 'no' })
  const words = () => import('@tern/custody/internal/words')
  const renew = async () => {
    text.textContent = (await words()).randomWords(offeredWords).join('-')
  }
  const block = make(
    'div',
    { class: 'field offered' },
    make('p', { class: 'field-label' }, 'Suggested passphrase'),
    text,
    make(
      'div',
      { class: 'button-row' },
      smallButton(() => use(text.textContent ?? ''), 'Use this passphrase'),
      smallButton(() => void renew(), 'Suggest another'),
    ),
  )
  // If the words do not load, users choose their own passphrase.
  renew().catch(() => block.remove())
  return block
}

export function newPassphrase(
  money: VaultMoney,
  { label = 'Passphrase', onKnown }: NewPassphraseOptions,
): NewPassphrase {
  let isJudged = false
  let isShown = false
  /** The estimator, once loaded. Practice money does not require a strong passphrase. */
  let guessesOf: ((passphrase: string) => number) | undefined
  const isWeighed = money.kind === 'cluster'
  const options = { type: 'password', autocomplete: 'new-password', onInput: () => update() } as const
  const [first, again] = [createField({ ...options, label }), createField({ ...options, label: 'Again' })]
  const show = make(
    'button',
    { type: 'button', class: 'button quiet small square', 'aria-label': 'Show passphrase', 'aria-pressed': 'false' },
    icon('show'),
  )
  function setShown(next: boolean): void {
    isShown = next
    setAttributes(show, { 'aria-pressed': String(isShown) })
    for (const { input } of [first, again]) input.type = isShown ? 'text' : 'password'
  }
  show.addEventListener('click', () => setShown(!isShown))
  first.setEnd(show)
  const meter = make('div', { class: 'strength', 'aria-hidden': 'true' }, ...[1, 2, 3, 4].map(() => make('i')))
  const said = make('p', { class: 'hint', 'aria-live': 'polite' })

  /** Cached for each passphrase, because an estimate takes milliseconds and is read often. */
  let weighed: { readonly passphrase: string; readonly verdict: ReturnType<typeof verdictOf> } | undefined
  function verdict(): ReturnType<typeof verdictOf> | undefined {
    if (guessesOf === undefined) return undefined
    if (weighed?.passphrase !== first.value)
      weighed = { passphrase: first.value, verdict: verdictOf(guessesOf(first.value)) }
    return weighed.verdict
  }
  function reason(): string | undefined {
    const [refused] = checkPassphrase(first.value)
    if (refused !== undefined || !isWeighed) return refused?.text
    const found = verdict()
    if (found === undefined) return 'Loading the password check…'
    return found.isEnough ? undefined : 'Too easy to guess'
  }
  const fault = () => reason() ?? (again.value === first.value ? undefined : differs)

  function update(): void {
    const found = first.value === '' || checkPassphrase(first.value).length > 0 ? undefined : verdict()
    meter.className = `strength ${found?.isEnough === true ? 'strong' : 'weak'}`
    for (const [i, bar] of [...meter.children].entries()) bar.className = i < (found?.bars ?? 0) ? 'on' : ''
    said.replaceChildren(
      ...(found === undefined
        ? ['Four or more unrelated words are easy to remember and hard to guess.']
        : [make('b', { class: found.isEnough ? 'ok' : 'warn' }, found.word), ` ${found.text}`]),
    )
    const isSame = first.value !== '' && again.value === first.value
    again.setEnd(isSame ? passed() : undefined)
    first.setError(isJudged ? reason() : undefined)
    again.setError(isJudged && reason() === undefined && !isSame ? differs : undefined)
  }
  function use(passphrase: string): void {
    for (const { input } of [first, again]) input.value = passphrase
    // The user must be able to read it, to keep it.
    setShown(true)
    update()
    said.append(' Write it down, or save it in a password manager.')
    onKnown()
  }
  async function load(): Promise<void> {
    try {
      const lists = await import('../strength/guesses.ts')
      guessesOf = lists.guessesOf
    } catch {
      setTimeout(() => void load(), 3_000)
      return
    }
    update()
    onKnown()
  }
  if (isWeighed) void load()
  update()
  return {
    elements: [
      offer(use),
      make('div', { class: 'secret-pair' }, first.element, again.element),
      make('div', { class: 'strength-block' }, ...(isWeighed ? [meter] : []), said),
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
