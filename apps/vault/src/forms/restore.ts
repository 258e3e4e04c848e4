import { lackingIn } from '../lacking.ts'
import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint, make, smallButton } from './make.ts'
import { walletFile } from './walletFile.ts'

/** Restores this browser's wallets from a downloaded file or from this browser's copy, with its passphrase. */
export function restore({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const file = walletFile({ onChosen: judge })
  const passphrase = passphraseField({ hint: 'Its recovery phrase or code opens it too.' })
  const lacking = make('div')
  const others = make('div', { class: 'button-row' })

  function judge(): void {
    const names = file.bundle === undefined ? [] : lackingIn(file.bundle)
    const text = `This browser had ${new Intl.ListFormat('en').format(names)}, and this file does not. Look for a newer file.`
    lacking.replaceChildren(...(names.length === 0 ? [] : [make('div', { class: 'note danger' }, make('p', {}, text))]))
    dialog.refresh()
  }

  void wallets.recover().then(copy => {
    if (copy === undefined) return
    others.append(
      smallButton(() => file.use(copy, `The copy in this browser, revision ${copy.rev}`), 'Use this browser’s copy'),
    )
  })
  if (wallets.isMissing()) others.append(smallButton(askToForget, 'I do not need them'))

  function askToForget(): void {
    dialog.fill({
      title: 'Forget these wallets?',
      body: [hint('After that, only their phrase or a wallet file restores them.')],
      action: () => 'Forget them',
      async submit() {
        await wallets.forget()
        dialog.end({ outcome: 'closed' })
      },
    })
  }

  dialog.fill({
    title: 'Restore a wallet',
    cancel: 'Back',
    body: [
      hint(
        'You downloaded this file on the Wallets page. It holds your encrypted keys, and your passphrase opens it. This browser gets a copy: later changes in another browser do not reach it.',
      ),
      ...file.elements,
      others,
      lacking,
      passphrase.element,
      file.failure,
    ],
    focus: file.input,
    action: () => 'Restore wallet',
    underway: 'Opening…',
    fault: () =>
      file.bundle === undefined
        ? 'Choose the wallet file'
        : passphrase.value === ''
          ? 'Type its passphrase'
          : undefined,
    fail: file.fail,
    async submit() {
      if (file.bundle !== undefined)
        dialog.end({ outcome: 'done', address: await wallets.restore(file.bundle, passphrase.value) })
    },
  })
  return dialog
}
