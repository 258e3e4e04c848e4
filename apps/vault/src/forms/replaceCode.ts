import type { BegunCode } from '../wallets.ts'
import { type FormDialog, openDialog, type Step } from './dialog.ts'
import { passphraseField } from './field.ts'
import { hint } from './make.ts'
import { recoveryCode } from './recoveryCode.ts'
import type { Scene, Stage } from './stage.ts'

/** Another recovery code for all wallets, shown once; the present one is good until the new one is written down. */
export function replaceCode({ wallets, money }: Scene): Stage {
  const dialog = openDialog(money)
  const passphrase = passphraseField({ hint: 'The present code goes on working until the new one is written down.' })

  dialog.fill({
    title: 'New recovery code',
    body: [passphrase.element],
    focus: passphrase.input,
    action: () => 'Show a new code',
    underway: 'Sealing…',
    fault: () => (passphrase.value === '' ? 'Type your passphrase' : undefined),
    async submit() {
      writeDown(dialog, await wallets.beginRecoveryCode(passphrase.value))
    },
  })
  return dialog
}

/** The last step to another code: it counts once it is written down. `left`: as of `Step`. */
export function writeDown(dialog: FormDialog, begun: BegunCode, left: Pick<Step, 'left'> = {}): void {
  const code = recoveryCode(begun.recoveryCode)
  dialog.fill({
    ...left,
    title: 'Write down your recovery code',
    body: [hint('Shown once. The present code is good until you use this one.'), ...code.elements],
    action: () => 'Use this code',
    fault: code.left,
    async submit() {
      await begun.keep()
      dialog.end({ outcome: 'done' })
    },
  })
}
