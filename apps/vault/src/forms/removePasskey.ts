import type { VaultForm } from '@tern/custody'
import { openDialog } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint } from './make.ts'
import { finish } from './replaceCode.ts'

/** Removes a passkey. */
export function removePasskey(
  { id }: Extract<VaultForm, { form: 'removePasskey' }>,
  { wallets, money }: FormContext,
): OpenForm {
  const dialog = openDialog(money)
  const state = wallets.state()
  const found = state.status === 'held' ? state.passkeys.find(passkey => passkey.id === id) : undefined
  const passphrase = passphraseField({ hint: wallets.orRecovery() })
  dialog.fill({
    title: 'Remove a passkey',
    body: [
      hint(
        `${found?.label === undefined ? 'It' : `“${found.label}”`} no longer unlocks your wallets. It still opens older copies of the wallet file.`,
      ),
      hint('The passkey itself stays on its device until you delete it there.'),
      passphrase.element,
    ],
    focus: passphrase.input,
    action: () => 'Remove passkey',
    underway: 'Removing…',
    fault: () => passphraseFault(passphrase),
    async submit() {
      await finish(dialog, await wallets.removePasskey(id, passphrase.value))
    },
  })
  return dialog
}
