import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import { newPassphrase } from './newPassphrase.ts'
import type { Scene, Stage } from './stage.ts'

/** Another passphrase for all wallets; the recovery code will do for the present one. */
export function changePassphrase({ wallets, money }: Scene): Stage {
  const dialog = openDialog(money)
  const present = passphraseField({ label: 'Present passphrase', hint: 'Or the recovery code.' })
  const next = newPassphrase('New passphrase')
  dialog.fill({
    title: 'Change passphrase',
    body: [present.element, ...next.elements],
    focus: present.input,
    action: () => 'Change passphrase',
    underway: 'Changing…',
    fault: () => (present.value === '' ? 'Type the present passphrase' : next.fault()),
    async submit() {
      await wallets.changePassphrase(present.value, next.value)
      dialog.end({ outcome: 'done' })
    },
  })
  return dialog
}
