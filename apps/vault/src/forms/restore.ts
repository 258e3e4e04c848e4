import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import { hint } from './make.ts'
import type { Scene, Stage } from './stage.ts'
import { walletFile } from './walletFile.ts'

/** Takes a downloaded wallet file and its passphrase, opens it, and makes it this browser's wallet. */
export function restore({ wallets, money }: Scene): Stage {
  const dialog = openDialog(money)
  const file = walletFile({ onChosen: dialog.refresh })
  const passphrase = passphraseField({ hint: 'Its recovery phrase or code opens it too.' })
  dialog.fill({
    title: 'Restore a wallet',
    cancel: 'Back',
    body: [
      hint(
        'You downloaded it on the Wallets page. It holds your keys encrypted, and is opened here with your passphrase.',
      ),
      ...file.elements,
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
