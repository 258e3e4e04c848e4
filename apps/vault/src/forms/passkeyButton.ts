import { errorText } from '@tern/terminal/text/errorText.ts'
import { hasPasskeys } from '../passkey.ts'
import type { Wallets } from '../wallets.ts'
import { icon, make, setAttributes } from './make.ts'

/** Makes a button that uses a passkey instead of the passphrase. Empty if no passkey opens the wallets. */
export function passkeyButton(wallets: Wallets, label: string, press: () => Promise<void>): readonly HTMLElement[] {
  if (!hasPasskeys() || wallets.isPractice() || wallets.current().ark.every(({ type }) => type !== 'prf')) return []
  const failure = make('p', { class: 'hint bad', role: 'alert' })
  const button = make('button', { type: 'button', class: 'button plain main text' }, icon('key'), label)
  button.addEventListener('click', async () => {
    if (button.hasAttribute('aria-disabled')) return
    setAttributes(button, { 'aria-disabled': 'true' })
    failure.remove()
    try {
      await press()
    } catch (error) {
      failure.replaceChildren(make('span', { 'aria-hidden': 'true' }, '✕ '), errorText(error))
      button.after(failure)
    }
    setAttributes(button, { 'aria-disabled': undefined })
  })
  return [make('div', { class: 'passkey' }, button)]
}
