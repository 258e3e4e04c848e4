import { nextStep } from '@tern/terminal/text/walletSteps.ts'
import { askPasskey } from '../passkey.ts'
import { openDialog } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { passkeyButton } from './passkeyButton.ts'

/** Unlocks the wallets until they lock. */
export function unlock({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const standing = [wallets.orRecovery(), 'Keys are decrypted on this device only, until you lock.']
    .filter(Boolean)
    .join(' ')
  const passphrase = passphraseField({ hint: standing })

  function fail(text: string | undefined): void {
    passphrase.setError(text)
    passphrase.setHint(text === undefined ? standing : nextStep(text))
  }

  const byPasskey = passkeyButton(wallets, 'Unlock with a passkey', async () => {
    fail(undefined)
    await wallets.unlockByPasskey(await askPasskey(wallets.current()))
    dialog.end({ outcome: 'done' })
  })
  dialog.fill({
    title: 'Unlock wallet',
    body: [...byPasskey, passphrase.element],
    focus: passphrase.input,
    action: () => 'Unlock',
    underway: 'Unlocking…',
    fault: () => passphraseFault(passphrase),
    fail,
    async submit() {
      await wallets.unlock(passphrase.value)
      dialog.end({ outcome: 'done' })
    },
  })
  return dialog
}
