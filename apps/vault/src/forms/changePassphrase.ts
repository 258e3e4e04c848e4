import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint } from './make.ts'
import { newPassphrase } from './newPassphrase.ts'
import { finish } from './replaceCode.ts'

/** Replaces the passphrase of all wallets. The recovery phrase or code also confirms the change. */
export function changePassphrase({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const present = passphraseField({ label: 'Current passphrase', hint: wallets.orRecovery() })
  const next = newPassphrase(money, { label: 'New passphrase', onKnown: dialog.refresh })
  dialog.fill({
    title: 'Change passphrase',
    body: [present.element, ...next.elements],
    focus: present.input,
    action: () => 'Change passphrase',
    underway: 'Changing…',
    fault: () => (present.value === '' ? 'Type your current passphrase' : next.fault()),
    async submit() {
      const begun = await wallets.changePassphrase(present.value, next.value)
      const offersCode = begun.recoveryCode === undefined && !wallets.hasPhrase()
      await finish(dialog, begun, offersCode ? { after: () => offerCode(next.value) } : {})
    },
  })

  /** Offers a new recovery code, because the code may have been seen together with the old passphrase. */
  function offerCode(passphrase: string): void {
    const changed = { left: { outcome: 'done' } } as const
    dialog.fill({
      ...changed,
      title: 'Passphrase changed',
      body: [hint('Your recovery code still works. Make a new code if someone may have seen it.')],
      action: () => 'Show a new code',
      underway: 'Sealing…',
      cancel: 'Keep the code',
      async submit() {
        await finish(dialog, await wallets.beginRecoveryCode(passphrase), changed)
      },
    })
  }
  return dialog
}
