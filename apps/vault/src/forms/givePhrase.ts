import { openDialog } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint, make } from './make.ts'
import { recoveryPhrase } from './recoveryPhrase.ts'
import { finish } from './replaceCode.ts'

/** Replaces the recovery code by a recovery phrase and adds a wallet of that phrase. */
export function givePhrase({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const passphrase = passphraseField({ hint: wallets.orRecovery() })
  dialog.fill({
    title: 'Get a recovery phrase',
    body: [
      hint('You get a new wallet that 12 words alone can restore, here or in Phantom and Solflare.'),
      hint(
        'The words replace the recovery code and open your wallet file. Only the file restores the wallets that you have now.',
      ),
      passphrase.element,
    ],
    focus: passphrase.input,
    action: () => 'Show the phrase',
    underway: 'Making it…',
    fault: () => passphraseFault(passphrase),
    async submit() {
      const begun = await wallets.givePhrase(passphrase.value)
      const shown = recoveryPhrase(begun.phrase)
      dialog.fill({
        title: 'Write down your recovery phrase',
        body: [
          hint('Nothing changes until you press “Use this phrase”.'),
          make(
            'p',
            { class: 'note danger' },
            make('b', {}, 'Anyone with these words controls the wallets.'),
            ' Never share them with anyone.',
          ),
          ...shown.elements,
        ],
        action: () => 'Use this phrase',
        underway: 'Storing…',
        fault: shown.left,
        async submit() {
          await finish(dialog, begun, { after: () => dialog.end({ outcome: 'done', address: begun.address }) })
        },
      })
    },
  })
  return dialog
}
