import { makePasskey } from '../passkey.ts'
import { openDialog } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint } from './make.ts'
import { finish } from './replaceCode.ts'

/** Adds a passkey. The passphrase, the recovery phrase or code and other passkeys still open the wallets. */
export function addPasskey({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const passphrase = passphraseField({ hint: wallets.orRecovery() })
  dialog.fill({
    title: 'Add a passkey',
    body: [
      hint(
        'Your device keeps the passkey and asks for your fingerprint, face or PIN. Keep your passphrase: you need it if you lose the passkey.',
      ),
      passphrase.element,
    ],
    focus: passphrase.input,
    action: () => 'Add a passkey',
    underway: 'Asking your device…',
    fault: () => passphraseFault(passphrase),
    async submit() {
      await finish(dialog, await wallets.addPasskey(passphrase.value, makePasskey))
    },
  })
  return dialog
}
