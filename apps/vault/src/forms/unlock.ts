import { errorText } from '@tern/terminal/text/errorText.ts'
import { nextStep } from '@tern/terminal/text/nextStep.ts'
import { hasPasskeys } from '../passkey.ts'
import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import { icon, make, setAttributes } from './make.ts'
import type { Scene, Stage } from './stage.ts'

const standing = 'Or the recovery code. Keys are opened on this device only, until they are locked.'

/** Opens the wallets for the browser's tabs, until they are locked. */
export function unlock({ wallets, money }: Scene): Stage {
  const dialog = openDialog(money)
  const passphrase = passphraseField({ hint: standing })
  const isByPasskey = hasPasskeys() && wallets.current().ark.some(({ type }) => type === 'prf')

  function fail(text: string | undefined): void {
    passphrase.setError(text)
    passphrase.setHint(text === undefined ? standing : nextStep(text))
  }

  function passkeyPart(): HTMLElement {
    const failure = make('p', { class: 'hint bad', role: 'alert' })
    const button = make(
      'button',
      { type: 'button', class: 'button plain main text' },
      icon('key'),
      'Unlock with a passkey',
    )
    button.addEventListener('click', async () => {
      if (button.hasAttribute('aria-disabled')) return
      setAttributes(button, { 'aria-disabled': 'true' })
      fail(undefined)
      failure.remove()
      try {
        await wallets.unlockByPasskey()
        dialog.end({ outcome: 'done' })
      } catch (error) {
        failure.replaceChildren(make('span', { 'aria-hidden': 'true' }, '✕ '), errorText(error))
        button.after(failure)
      }
      setAttributes(button, { 'aria-disabled': undefined })
    })
    return make('div', { class: 'passkey' }, button)
  }

  dialog.fill({
    title: 'Unlock wallet',
    body: [...(isByPasskey ? [passkeyPart()] : []), passphrase.element],
    focus: passphrase.input,
    action: () => 'Unlock',
    underway: 'Unlocking…',
    fault: () => (passphrase.value === '' ? 'Type your passphrase' : undefined),
    fail,
    async submit() {
      await wallets.unlock(passphrase.value)
      dialog.end({ outcome: 'done' })
    },
  })
  return dialog
}
