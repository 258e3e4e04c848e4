import type { Address } from '@tern/core'
import { readableText } from '@tern/core/internal'
import { parseSecretKey } from '@tern/custody/internal'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { openDialog } from './dialog.ts'
import { createField, passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { foundWallets } from './foundWallets.ts'
import { hint } from './make.ts'
import { phraseField } from './phraseField.ts'

/** Tests if the text is a phrase and not a secret key: it has several words and is not a JSON array. */
const isPhrase = (typed: string) => !typed.trim().startsWith('[') && typed.trim().split(/\s+/).length > 1

/** Imports wallets of other programs, from a recovery phrase or a secret key. */
export function importKeys({ wallets, money }: FormContext): OpenForm {
  const known: ReadonlySet<Address> = new Set(wallets.current().wallets.map(({ address }) => address))
  const typed = phraseField(
    'Recovery phrase or secret key',
    'The words of another wallet, or an exported secret key: text, or the numbers from solana-keygen.',
  )
  const dialog = openDialog(money, typed.clear)
  const passphrase = passphraseField({ label: 'Your passphrase here', hint: wallets.orRecovery() })
  const note = hint(
    'Your own recovery phrase does not restore these wallets. Keep their phrase or key, or download the wallet file.',
  )

  dialog.fill({
    title: 'Import a wallet',
    body: [typed.element],
    focus: typed.input,
    action: () => 'Continue',
    underway: 'Looking for wallets…',
    fault: () => (typed.value.trim() === '' ? 'Type a phrase or a key' : undefined),
    async submit() {
      if (isPhrase(typed.value)) await readWords()
      else readKey()
    },
  })

  async function readWords(): Promise<void> {
    const phrase = await typed.readPhrase()
    if (phrase === undefined) return
    const found = await foundWallets(await wallets.signer(), phrase, { known, onChosen: dialog.refresh })
    typed.clear()
    dialog.fill({
      title: 'Choose the wallets to import',
      body: [found.element, note, passphrase.element],
      action() {
        const count = found.chosen().length
        return count === 1 ? 'Import the wallet' : `Import ${count} wallets`
      },
      underway: 'Encrypting the keys…',
      fault() {
        if (found.chosen().length === 0) return 'Choose a wallet'
        return passphraseFault(passphrase)
      },
      async submit() {
        const accounts = found.chosen().map((account, i) => ({ ...account, label: `Imported ${i + 1}` }))
        await wallets.importKeys(passphrase.value, { phrase, accounts })
        dialog.end({ outcome: 'done' })
      },
    })
  }

  function readKey(): void {
    const text = typed.value
    try {
      parseSecretKey(text).fill(0)
    } catch (error) {
      typed.setError(errorText(error))
      typed.input.focus()
      return
    }
    typed.clear()
    const name = createField({ label: 'Name', value: 'Imported', maxLength: 64 })
    const typedName = () => readableText(name.value, 64)
    dialog.fill({
      title: 'Import a wallet',
      body: [name.element, note, passphrase.element],
      focus: passphrase.input,
      action: () => 'Import the wallet',
      underway: 'Encrypting the key…',
      fault() {
        if (typedName() === '') return 'Give it a name'
        return passphraseFault(passphrase)
      },
      async submit() {
        const from = { secretKey: parseSecretKey(text), label: typedName() }
        await wallets.importKeys(passphrase.value, from)
        dialog.end({ outcome: 'done' })
      },
    })
  }
  return dialog
}
