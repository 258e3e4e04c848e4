import type { Address } from '@tern/core'
import type { PhraseLength } from '@tern/custody/internal'
import { canMakePasskeys, makePasskey } from '../passkey.ts'
import type { BegunWallet } from '../wallets.ts'
import { openDialog } from './dialog.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint, make, smallButton } from './make.ts'
import { newPassphrase } from './newPassphrase.ts'
import { recoveryPhrase } from './recoveryPhrase.ts'
import { finish } from './replaceCode.ts'

const steps = {
  passphrase: {
    title: 'Choose a passphrase',
    why: 'It encrypts your keys on this device. We cannot see or reset it.',
  },
  phrase: {
    title: 'Write down your recovery phrase',
    why: 'These words alone restore your wallets, here or in Phantom and Solflare. Anyone who has them controls your wallets.',
  },
  passkey: { title: 'Add a passkey (optional)', why: 'Unlock with fingerprint, face or security key.' },
} as const

function stepItem(
  mark: '1' | '2' | '3' | '✓',
  look: '' | 'now' | 'done',
  { title, why }: (typeof steps)[keyof typeof steps],
  ...content: readonly Node[]
): HTMLElement {
  const head = make('div', { class: 'step-head' }, make('h3', {}, title), make('span', { class: 'spacer' }))
  return make(
    'li',
    {},
    make('span', { class: `step-mark ${look}`, 'aria-hidden': 'true' }, mark),
    make('div', { class: 'step-body' }, head, hint(why), ...content),
  )
}

/**
 * Creates the first wallet in three steps: passphrase, recovery phrase, passkey. It stores the wallet after the second step.
 * The passkey is optional. A practice wallet keeps its own phrase.
 */
export function create({ wallets, money }: FormContext): OpenForm {
  const isKept = wallets.isPractice()
  let length: PhraseLength = 12
  let begun: BegunWallet | undefined
  // Keys of an abandoned wallet must not stay open.
  const abandon = () => void begun?.abandon()
  const dialog = openDialog(money, abandon)
  const foot =
    money.kind === 'practice'
      ? { foot: make('p', { class: 'unreal' }, 'Practice wallet. Its keys are real keys, its money is not.') }
      : {}
  const step = (number: 1 | 2 | 3, ...items: readonly Node[]) => ({
    title: isKept ? 'Keep this wallet' : 'Create a wallet',
    cancel: 'Back',
    marker: make('span', { class: 'caption' }, `Step ${number} of 3`),
    body: [make('ol', { class: 'steps' }, ...items)],
    ...foot,
  })

  function lengthChoice(): HTMLElement {
    const radio = (words: PhraseLength) => {
      const input = make('input', { type: 'radio', name: 'phrase-length', checked: words === length })
      input.addEventListener('change', () => {
        length = words
      })
      return make('label', { class: 'check' }, input, make('span', {}, `${words} words`))
    }
    const label = make('legend', { class: 'field-label' }, 'Length of your recovery phrase')
    return make('fieldset', { class: 'phrase-length' }, label, radio(12), radio(24))
  }

  function ask(): void {
    abandon()
    begun = undefined
    const typed = newPassphrase(money, { onKnown: dialog.refresh })
    const choose = stepItem('1', 'now', steps.passphrase, ...typed.elements, ...(isKept ? [] : [lengthChoice()]))
    dialog.fill({
      ...step(1, choose, stepItem('2', '', steps.phrase), stepItem('3', '', steps.passkey)),
      focus: typed.first,
      action: () => 'Continue',
      underway: 'Making your keys…',
      async submit() {
        const wrong = typed.judge()
        if (wrong !== undefined) return wrong.focus()
        const offersPasskey = await canMakePasskeys()
        begun = await wallets.begin(typed.value, { length })
        if (dialog.isOver) return abandon()
        keep(begun, offersPasskey)
      },
    })
  }

  function keep(made: BegunWallet, offersPasskey: boolean): void {
    const shown = recoveryPhrase(made.phrase)
    const chosen = stepItem('✓', 'done', steps.passphrase)
    let isStoring = false
    // While the wallet is being stored, it is too late to change the passphrase.
    chosen.querySelector('.step-head')?.append(smallButton(() => void (isStoring || ask()), 'Change'))
    const write = stepItem('2', 'now', steps.phrase, ...shown.elements)
    const title = write.querySelector('h3')
    title?.setAttribute('tabindex', '-1')
    const wanted = make('input', { type: 'checkbox' })
    const offer = offersPasskey
      ? make('label', { class: 'check' }, wanted, make('span', {}, 'Add one now'))
      : hint('This browser has no passkeys that can unlock wallets.')
    dialog.fill({
      ...step(2, chosen, write, stepItem('3', '', steps.passkey, offer)),
      ...(title && { focus: title }),
      action: () => 'Create wallet',
      underway: 'Storing the encrypted wallet…',
      fault: shown.left,
      async submit() {
        isStoring = true
        const address = await made.keep().finally(() => {
          isStoring = false
        })
        if (wanted.checked) addPasskey(address, made.phrase)
        else dialog.end({ outcome: 'done', address })
      },
    })
  }

  /** Adds a passkey. The wallet is stored already, even if this fails. */
  function addPasskey(address: Address, secret: string): void {
    const [chosen, written] = [stepItem('✓', 'done', steps.passphrase), stepItem('✓', 'done', steps.phrase)]
    const left = { outcome: 'done', address } as const
    dialog.fill({
      ...step(3, chosen, written, stepItem('3', 'now', steps.passkey, hint('Your wallet is stored.'))),
      cancel: 'Skip this step',
      left,
      action: () => 'Add a passkey',
      underway: 'Asking your device…',
      isBegun: true,
      async submit() {
        await finish(dialog, await wallets.addPasskey(secret, makePasskey), { left, after: () => dialog.end(left) })
      },
    })
  }

  ask()
  return dialog
}
