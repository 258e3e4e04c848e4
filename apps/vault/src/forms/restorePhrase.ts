import { openDialog } from './dialog.ts'
import type { FormContext, OpenForm } from './form.ts'
import { foundWallets } from './foundWallets.ts'
import { hint } from './make.ts'
import { newPassphrase } from './newPassphrase.ts'
import { phraseField } from './phraseField.ts'

/** Restores wallets from a recovery phrase alone, and stores the wallets under a new passphrase. */
export function restorePhrase({ wallets, money }: FormContext): OpenForm {
  const typed = phraseField('Recovery phrase', '12 or 24 words, from Tern, Phantom, Solflare or another wallet.')
  const dialog = openDialog(money, typed.clear)

  dialog.fill({
    title: 'Restore from a phrase',
    cancel: 'Back',
    body: [typed.element],
    focus: typed.input,
    action: () => 'Find my wallets',
    underway: 'Looking for wallets…',
    fault: () => (typed.value.trim() === '' ? 'Type your recovery phrase' : undefined),
    async submit() {
      const phrase = await typed.readPhrase()
      if (phrase === undefined) return
      const found = await foundWallets(await wallets.signer(), phrase, { known: new Set(), onChosen: dialog.refresh })
      typed.clear()
      choose(phrase, found)
    },
  })

  function choose(phrase: string, found: Awaited<ReturnType<typeof foundWallets>>): void {
    const passphrase = newPassphrase(money, { onKnown: dialog.refresh })
    dialog.fill({
      title: 'Choose your wallets',
      cancel: 'Back',
      body: [
        found.element,
        hint(
          'The passphrase unlocks them in this browser. We cannot see or reset it. Your phrase restores the wallets.',
        ),
        ...passphrase.elements,
      ],
      action() {
        const count = found.chosen().length
        return count === 1 ? 'Restore wallet' : `Restore ${count} wallets`
      },
      underway: 'Encrypting your keys…',
      fault: () => (found.chosen().length === 0 ? 'Choose a wallet' : undefined),
      async submit() {
        const wrong = passphrase.judge()
        if (wrong !== undefined) return wrong.focus()
        const begun = await wallets.begin(passphrase.value, { phrase, accounts: found.chosen() })
        if (dialog.isOver) return begun.abandon()
        dialog.end({ outcome: 'done', address: await begun.keep() })
      },
    })
  }
  return dialog
}
