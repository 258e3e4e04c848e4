import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import { hint, make } from './make.ts'
import { recoveryPhrase } from './recoveryPhrase.ts'
import { finish } from './replaceCode.ts'
import type { Scene, Stage } from './stage.ts'

/** Replaces the recovery code by a recovery phrase and adds a wallet of that phrase. */
export function givePhrase({ wallets, money }: Scene): Stage {
  const dialog = openDialog(money)
  const passphrase = passphraseField({ hint: wallets.orRecovery() })
  dialog.fill({
    title: 'Get a recovery phrase',
    body: [
      hint('You get a new wallet that 12 words alone bring back, here or in Phantom and Solflare.'),
      hint(
        'The words also open your wallet file, in the place of the recovery code. The wallets that you have stay in the file alone.',
      ),
      passphrase.element,
    ],
    focus: passphrase.input,
    action: () => 'Show the phrase',
    underway: 'Making it…',
    fault: () => (passphrase.value === '' ? 'Type your passphrase' : undefined),
    async submit() {
      const begun = await wallets.givePhrase(passphrase.value)
      const shown = recoveryPhrase(begun.phrase)
      dialog.fill({
        title: 'Write down your recovery phrase',
        body: [
          hint('Until you use it, nothing has changed.'),
          make(
            'p',
            { class: 'note danger' },
            make('b', {}, 'Whoever has these words has the wallets.'),
            ' Nobody who helps you needs them.',
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
