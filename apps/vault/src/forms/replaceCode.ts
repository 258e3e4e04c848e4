import type { BegunChange } from '../wallets.ts'
import { type FormDialog, openDialog, type Step } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint } from './make.ts'
import { recoveryCode } from './recoveryCode.ts'

/**
 * Replaces the recovery code and shows the new code once. The old code works until the user has written down the new code.
 */
export function replaceCode({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const passphrase = passphraseField({ hint: 'Your current code works until you have written down the new code.' })

  dialog.fill({
    title: 'New recovery code',
    body: [passphrase.element],
    focus: passphrase.input,
    action: () => 'Show a new code',
    underway: 'Sealing…',
    fault: () => passphraseFault(passphrase),
    async submit() {
      await finish(dialog, await wallets.beginRecoveryCode(passphrase.value))
    },
  })
  return dialog
}

interface Finishing extends Pick<Step, 'left'> {
  readonly after?: () => void
}

/**
 * Finishes a change. If it has a new recovery code, the user writes the code down first. Then the change is stored.
 *
 * @param after runs once it is stored. Default: the form ends as done. `left`: see `Step`.
 */
export async function finish(
  dialog: FormDialog,
  begun: BegunChange,
  { after, ...left }: Finishing = {},
): Promise<void> {
  const end = after ?? (() => dialog.end({ outcome: 'done' }))
  const stored = async () => {
    await begun.keep()
    if (begun.dropped.length === 0) return end()
    const names = new Intl.ListFormat('en').format(begun.dropped.map(name => `“${name}”`))
    dialog.fill({
      title: 'Add your passkeys again',
      body: [
        hint(
          `${names} came from an older Tern and can no longer unlock your wallets. Add each passkey again on this page.`,
        ),
      ],
      action: () => 'Got it',
      cancel: null,
      left: { outcome: 'done' },
      submit: end,
    })
  }
  if (begun.recoveryCode === undefined) return stored()
  const code = recoveryCode(begun.recoveryCode)
  dialog.fill({
    ...left,
    title: 'Write down your recovery code',
    body: [hint('Shown only once. Nothing changes until you press “Use this code”.'), ...code.elements],
    action: () => 'Use this code',
    fault: code.left,
    submit: stored,
  })
}
