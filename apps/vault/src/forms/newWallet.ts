import { readableText } from '@tern/core/internal'
import { maxWallets } from '@tern/custody/internal'
import { openDialog } from './dialog.ts'
import { createField, passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'

/** Max characters of a wallet's name. */
const maxLength = 64

/** Adds a wallet. It needs the passphrase, because the wallet's key is encrypted under the root key. */
export function newWallet({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const known = wallets.current().wallets
  const name = createField({ label: 'Name', value: `Wallet ${known.length + 1}`, maxLength })
  const passphrase = passphraseField({
    hint: wallets.hasPhrase()
      ? 'It comes from your recovery phrase. The phrase can restore it.'
      : 'It has its own key. The same passphrase and recovery code unlock it.',
  })
  const typedName = () => readableText(name.value, maxLength)
  const fault = () => {
    const chosen = typedName()
    if (known.length >= maxWallets) return `The limit is ${maxWallets} wallets`
    if (chosen === '') return 'Give it a name'
    if (known.some(({ label }) => label === chosen)) return 'Name already in use'
    return passphraseFault(passphrase)
  }
  dialog.fill({
    title: 'New wallet',
    body: [name.element, passphrase.element],
    focus: name.input,
    action: () => 'Create wallet',
    underway: 'Making its key…',
    fault,
    async submit() {
      dialog.end({ outcome: 'done', address: await wallets.add(passphrase.value, typedName()) })
    },
  })
  return dialog
}
