import { checkPassphrase, type VaultMoney } from '@tern/custody'
import { verdictOf } from '../strength/verdict.ts'
import { createField, passed } from './field.ts'
import { icon, make, setAttributes, smallButton } from './make.ts'
import './secrets.css'

/** Asks for a new passphrase twice, offers one, and says how strong it is. */
export interface NewPassphrase {
  readonly elements: readonly Node[]
  readonly first: HTMLInputElement
  readonly value: string
  /** Why it may not be used yet; `undefined` when it may. */
  fault(): string | undefined
  /** Says at the fields what is wrong, from now on. @returns the field that is. */
  judge(): HTMLInputElement | undefined
}

interface NewPassphraseOptions {
  readonly label?: string
  /** The form's buttons may depend on what was found out meanwhile. */
  readonly onKnown: () => void
}

const differs = 'The two are not the same'
/** 55 random bits. */
const offeredWords = 5

/** A passphrase of random words, and what fills the fields with it. */
function offer(use: (passphrase: string) => void): HTMLElement {
  const text = make('p', { class: 'offered-passphrase', translate: 'no' })
  const words = () => import('@tern/custody/words')
  const renew = async () => {
    text.textContent = (await words()).randomWords(offeredWords).join('-')
  }
  const block = make(
    'div',
    { class: 'field offered' },
    make('p', { class: 'field-label' }, 'One made for you'),
    text,
    make(
      'div',
      { class: 'button-row' },
      smallButton(() => use(text.textContent ?? ''), 'Use this one'),
      smallButton(() => void renew(), 'Another'),
    ),
  )
  // Without it people choose their own.
  renew().catch(() => block.remove())
  return block
}

export function newPassphrase(
  money: VaultMoney,
  { label = 'Passphrase', onKnown }: NewPassphraseOptions,
): NewPassphrase {
  let isJudged = false
  let isShown = false
  /** How an estimate is made, once it is loaded. Nobody is asked for a strong passphrase for play money. */
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

  /** Weighed once for each passphrase: an estimate takes milliseconds, and is asked for often. */
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
    if (found === undefined) return 'Still loading the password lists'
    return found.isEnough ? undefined : 'Too easy to guess'
  }
  const fault = () => reason() ?? (again.value === first.value ? undefined : differs)

  function update(): void {
    const found = first.value === '' || checkPassphrase(first.value).length > 0 ? undefined : verdict()
    meter.className = `strength ${found?.isEnough === true ? 'strong' : 'weak'}`
    for (const [i, bar] of [...meter.children].entries()) bar.className = i < (found?.bars ?? 0) ? 'on' : ''
    said.replaceChildren(
      ...(found === undefined
        ? ['Four or more unrelated words are easy to keep and hard to guess.']
        : [make('b', { class: found.isEnough ? 'ok' : 'warn' }, found.word), ` ${found.text}`]),
    )
    const isSame = first.value !== '' && again.value === first.value
    again.setEnd(isSame ? passed() : undefined)
    first.setError(isJudged ? reason() : undefined)
    again.setError(isJudged && reason() === undefined && !isSame ? differs : undefined)
  }
  function use(passphrase: string): void {
    for (const { input } of [first, again]) input.value = passphrase
    // It has to be read to be kept.
    setShown(true)
    update()
    said.append(' Write it down, or let a password manager keep it.')
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
