import type { BegunWallet } from '../wallets.ts'
import { openDialog } from './dialog.ts'
import { hint, make, smallButton } from './make.ts'
import { newPassphrase } from './newPassphrase.ts'
import { recoveryCode } from './recoveryCode.ts'
import type { Scene, Stage } from './stage.ts'

const why = {
  passphrase: 'It encrypts your keys on this device. We cannot see or reset it.',
  code: 'With your wallet file (Wallets, Download wallet file) the only way back in if you forget the passphrase. Shown once.',
}

function stepItem(mark: string, look: '' | 'now' | 'done', title: string, ...content: readonly Node[]): HTMLElement {
  const head = make('div', { class: 'step-head' }, make('h3', {}, title), make('span', { class: 'spacer' }))
  return make(
    'li',
    {},
    make('span', { class: `step-mark ${look}`, 'aria-hidden': 'true' }, mark),
    make('div', { class: 'step-body' }, head, ...content),
  )
}

/** Asks for a passphrase, makes the keys, shows the recovery code once, and stores the wallet when it is written down. */
export function create({ wallets, money }: Scene): Stage {
  let begun: BegunWallet | undefined
  // Keys that nobody keeps do not stay open.
  const abandon = () => void begun?.abandon()
  const dialog = openDialog(money, abandon)
  const foot =
    money.kind === 'practice'
      ? { foot: make('p', { class: 'unreal' }, 'Practice wallet. Its keys are real keys, its money is not.') }
      : {}
  const step = (number: 1 | 2) => make('span', { class: 'caption' }, `Step ${number} of 2`)
  const fixed = { title: 'Create a wallet', cancel: 'Back', ...foot }
  const toWrite = stepItem('2', '', 'Write down your recovery code', hint(why.code))

  function ask(): void {
    abandon()
    begun = undefined
    const typed = newPassphrase()
    const choose = stepItem('1', 'now', 'Choose a passphrase', hint(why.passphrase), ...typed.elements)
    dialog.fill({
      ...fixed,
      marker: step(1),
      body: [make('ol', { class: 'steps' }, choose, toWrite)],
      focus: typed.first,
      action: () => 'Continue',
      underway: 'Making your keys…',
      async submit() {
        const wrong = typed.judge()
        if (wrong !== undefined) return wrong.focus()
        begun = await wallets.begin(typed.value)
        if (dialog.isOver) return abandon()
        keep(begun)
      },
    })
  }

  function keep(made: BegunWallet): void {
    const code = recoveryCode(made.recoveryCode)
    const chosen = stepItem('✓', 'done', 'Choose a passphrase', hint(why.passphrase))
    chosen.querySelector('.step-head')?.append(smallButton(ask, 'Change'))
    const write = stepItem('2', 'now', 'Write down your recovery code', hint(why.code), ...code.elements)
    const title = write.querySelector('h3')
    title?.setAttribute('tabindex', '-1')
    dialog.fill({
      ...fixed,
      marker: step(2),
      body: [make('ol', { class: 'steps' }, chosen, write)],
      ...(title && { focus: title }),
      action: () => 'Create wallet',
      underway: 'Storing the encrypted wallet…',
      fault: code.left,
      async submit() {
        const address = await made.keep()
        dialog.end({ outcome: 'done', address })
      },
    })
  }

  ask()
  return dialog
}
