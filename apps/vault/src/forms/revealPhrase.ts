import { openDialog } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint, make } from './make.ts'
import { phraseList } from './recoveryPhrase.ts'
import { showForMinute } from './shownForMinute.ts'

/** Shows the recovery phrase for 60 s after the passphrase. */
export function revealPhrase({ wallets, money }: FormContext): OpenForm {
  let stop = () => {}
  const words = make('div')
  const dialog = openDialog(money, () => {
    stop()
    words.replaceChildren()
  })
  const passphrase = passphraseField()
  const warning = make(
    'p',
    { class: 'note danger' },
    make('b', {}, 'Anyone with these words controls every wallet that comes from them, forever.'),
    ' Never share them with anyone.',
  )
  dialog.fill({
    title: 'Show recovery phrase',
    body: [warning, passphrase.element, hint('The phrase is shown for 60 s.')],
    focus: passphrase.input,
    action: () => 'Show the phrase',
    underway: 'Opening…',
    fault: () => passphraseFault(passphrase),
    async submit() {
      const phrase = await wallets.revealPhrase(passphrase.value)
      if (dialog.isOver) return
      passphrase.input.value = ''
      words.replaceChildren(phraseList(phrase))
      stop = showForMinute(dialog, { title: 'Show recovery phrase', body: [warning, words] })
    },
  })
  return dialog
}
