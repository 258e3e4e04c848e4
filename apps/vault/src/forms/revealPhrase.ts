import { countDown } from './countDown.ts'
import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint, make } from './make.ts'
import { phraseList } from './recoveryPhrase.ts'

const shownMs = 60_000

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
    fault: () => (passphrase.value === '' ? 'Type your passphrase' : undefined),
    async submit() {
      const phrase = await wallets.revealPhrase(passphrase.value)
      if (dialog.isOver) return
      passphrase.input.value = ''
      words.replaceChildren(phraseList(phrase))
      const left = make('p', { class: 'hint', role: 'timer' })
      const done = { outcome: 'done' } as const
      dialog.fill({
        title: 'Show recovery phrase',
        left: done,
        body: [warning, words, left],
        cancel: null,
        action: () => 'Done',
        submit: () => dialog.end(done),
      })
      stop = countDown(shownMs, {
        onSecond: seconds => {
          left.textContent = `Cleared in ${seconds} s.`
        },
        over: () => dialog.end(done),
      })
    },
  })
  return dialog
}
