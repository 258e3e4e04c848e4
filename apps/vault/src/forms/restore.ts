import { type Bundle, parseBundleFile } from '@tern/custody'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { nextStep } from '@tern/terminal/text/nextStep.ts'
import { shortAddress } from '@tern/terminal/text/shortAddress.ts'
import { openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import { hint, make } from './make.ts'
import type { Scene, Stage } from './stage.ts'

/** Takes a downloaded wallet file and its passphrase, opens it, and makes it this browser's wallet. */
export function restore({ wallets, money }: Scene): Stage {
  const dialog = openDialog(money)
  let bundle: Bundle | undefined
  const picker = make('input', {
    id: 'wallet-file',
    class: 'visually-hidden',
    type: 'file',
    accept: '.json,application/json',
  })
  const name = hint('No file chosen. Its name begins with tern-wallets.')
  const choose = make(
    'button',
    { type: 'button', class: 'button plain normal text', 'aria-hidden': 'true', tabindex: '-1' },
    'Choose file…',
  )
  choose.addEventListener('click', () => picker.click())
  const found = make('div')
  const passphrase = passphraseField({ hint: 'The recovery code opens it too.' })
  const failure = make('div')

  function fail(text: string | undefined): void {
    const next = text === undefined ? undefined : nextStep(text)
    failure.replaceChildren(
      ...(text === undefined
        ? []
        : [
            make(
              'div',
              { class: 'note danger', role: 'alert' },
              make('b', {}, `✕ ${text}`),
              next === undefined ? undefined : make('p', {}, next),
            ),
          ]),
    )
  }

  picker.addEventListener('change', async () => {
    const file = picker.files?.[0]
    if (file === undefined) return
    fail(undefined)
    name.textContent = file.name
    bundle = undefined
    try {
      bundle = parseBundleFile(await file.text())
    } catch (error) {
      fail(errorText(error))
    }
    const lines = (bundle?.wallets ?? []).map(({ label, address }) =>
      make(
        'p',
        { class: 'hint' },
        `${label} `,
        make('data', { class: 'mono', value: address, title: address, translate: 'no' }, shortAddress(address)),
      ),
    )
    found.replaceChildren(...lines)
    dialog.refresh()
  })

  dialog.fill({
    title: 'Restore a wallet',
    cancel: 'Back',
    body: [
      hint(
        'You downloaded it on the Wallets page. It holds your keys encrypted, and is opened here with your passphrase or recovery code.',
      ),
      make(
        'div',
        { class: 'field' },
        make('label', { for: 'wallet-file' }, 'Wallet file'),
        picker,
        make('div', { class: 'button-row' }, choose, name),
      ),
      found,
      passphrase.element,
      failure,
    ],
    focus: picker,
    action: () => 'Restore wallet',
    underway: 'Opening…',
    fault: () =>
      bundle === undefined ? 'Choose the wallet file' : passphrase.value === '' ? 'Type its passphrase' : undefined,
    fail,
    async submit() {
      if (bundle !== undefined)
        dialog.end({ outcome: 'done', address: await wallets.restore(bundle, passphrase.value) })
    },
  })
  return dialog
}
