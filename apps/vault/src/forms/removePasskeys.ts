import { openDialog } from './dialog.ts'
import { hint } from './make.ts'
import type { Scene, Stage } from './stage.ts'

/** No passkey opens the wallets any more. */
export function removePasskeys({ wallets, money }: Scene): Stage {
  const dialog = openDialog(money)
  dialog.fill({
    title: 'Remove passkeys',
    body: [
      hint(
        'The passphrase and the recovery code open the wallets as before. Older copies of the file still open by a passkey.',
      ),
      hint('The passkeys themselves stay on your devices until you delete them there.'),
    ],
    action: () => 'Remove passkeys',
    underway: 'Removing…',
    async submit() {
      await wallets.removePasskeys()
      dialog.end({ outcome: 'done' })
    },
  })
  return dialog
}
