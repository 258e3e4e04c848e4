import { encodeBase58 } from '@tern/core'
import type { VaultForm } from '@tern/custody'
import { copyButton } from './copyButton.ts'
import { openDialog } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { fullAddress } from './fullAddress.ts'
import { hint, icon, make, setAttributes, smallButton } from './make.ts'
import { showForMinute } from './shownForMinute.ts'

/**
 * Shows a wallet's secret key for 60 s after the passphrase. No other page receives it.
 * Text cannot be zero-filled, so the key is text only while it is shown or copied.
 */
export function exportKey(
  { address }: Extract<VaultForm, { form: 'exportKey' }>,
  { wallets, money }: FormContext,
): OpenForm {
  let secret: Uint8Array | undefined
  let stop = () => {}
  const key = make('p', { class: 'address secret-key', translate: 'no', tabindex: '-1' })
  const dialog = openDialog(money, () => {
    stop()
    secret?.fill(0)
    secret = undefined
    key.replaceChildren()
  })
  const label = wallets.labelOf(address) ?? ''
  const passphrase = passphraseField({ hint: wallets.orRecovery() })
  const warning = make(
    'p',
    { class: 'note danger' },
    make('b', {}, `Anyone with this key controls everything in ${label}, forever.`),
    ' A new passphrase does not undo this. Never share the key with anyone.',
  )

  dialog.fill({
    title: 'Export key',
    body: [
      warning,
      make('div', { class: 'field' }, make('p', { class: 'field-label' }, `Address of ${label}`), fullAddress(address)),
      passphrase.element,
      hint('The key is shown for 60 s. It is copied only if you press “Copy key”.'),
    ],
    focus: passphrase.input,
    action: () => 'Export key',
    underway: 'Opening…',
    fault: () => passphraseFault(passphrase),
    async submit() {
      const exported = await wallets.exportKey(address, passphrase.value)
      passphrase.input.value = ''
      // The form was closed meanwhile.
      if (dialog.isOver) return void exported.fill(0)
      secret = exported
      show(exported)
    },
  })

  function show(exported: Uint8Array): void {
    let isShown = false
    const words = make('span')
    const look = smallButton(
      () => {
        isShown = !isShown
        draw()
      },
      icon('show'),
      words,
    )
    function draw(): void {
      key.replaceChildren(
        ...(isShown
          ? [encodeBase58(exported)]
          : [
              make('span', { class: 'visually-hidden' }, 'Hidden'),
              make('span', { 'aria-hidden': 'true' }, '•'.repeat(88)),
            ]),
      )
      words.textContent = isShown ? 'Hide key' : 'Show key'
      setAttributes(look, { 'aria-pressed': String(isShown) })
    }
    draw()
    stop = showForMinute(dialog, {
      title: 'Export key',
      body: [
        warning,
        make('div', { class: 'field' }, make('p', { class: 'field-label' }, `The secret key of ${label}`), key),
        make(
          'div',
          { class: 'button-row' },
          look,
          copyButton('Copy key', () => encodeBase58(exported)),
        ),
        hint('Other programs can read a copied key until you copy something else.'),
      ],
      focus: key,
    })
  }
  return dialog
}
