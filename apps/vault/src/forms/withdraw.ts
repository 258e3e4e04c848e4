import { TernError } from '@tern/core'
import type { Counted } from '@tern/core/internal'
import type { VaultForm, Withdrawal } from '@tern/custody'
import type { AskedMessage, WithdrawalProof } from '@tern/custody/internal'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { wholeText } from '@tern/terminal/text/numberText.ts'
import { noteSentTo } from '../sentTo.ts'
import { coinOf, solWords } from './amount.ts'
import { moneyMark, openDialog } from './dialog.ts'
import { createField, passphraseFault, passphraseField, retype } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { icon, make } from './make.ts'
import { unitIn, withdrawEffects } from './withdrawEffects.ts'

const endLength = 4

const totalWords = (shown: Withdrawal, unit: Counted | undefined) =>
  shown.mint === null ? solWords(shown.amount) : `${wholeText(shown.amount, unitIn(shown, unit))} ${coinOf(shown.mint)}`

/** Shows a withdrawal as the signer reads it. The signer needs the end of the address and the passphrase. */
export function withdraw(
  form: Extract<VaultForm, { form: 'withdraw' }>,
  { wallets, money, wants }: FormContext,
): OpenForm {
  const { address } = form
  const dialog = openDialog(money, () => answer?.(undefined))
  const nameOf = wallets.labelOf
  const label = nameOf(address) ?? ''
  const recipientEnd = createField({
    label: 'Type the last 4 characters of the address',
    onInput: () => recipientEnd.setError(undefined),
  })
  const typedEnd = () => recipientEnd.value.trim()
  const passphrase = passphraseField()
  const marker = make('span', { class: 'chip fact small' }, icon('lock', 'icon small'), 'read by the signer')
  let shown: Withdrawal | undefined
  let unit: Counted | undefined
  let failure: string | undefined
  /** Receives the message to sign after the confirmation. `undefined`: the form ended first. */
  let answer: ((asked: Asked | undefined) => void) | undefined

  interface Asked {
    readonly message: AskedMessage
    readonly settle: (signature: Promise<Uint8Array>) => void
  }

  const fault = () =>
    failure !== undefined
      ? 'Cannot be signed'
      : shown === undefined
        ? 'Reading the withdrawal…'
        : typedEnd().length < endLength
          ? `Type the last ${endLength} characters`
          : wallets.isPractice()
            ? undefined
            : passphraseFault(passphrase)

  async function submit(): Promise<void> {
    if (shown === undefined) return
    // The signer refuses it too, but a typing error should show before the passphrase is used.
    if (typedEnd() !== shown.recipient.slice(-endLength)) {
      recipientEnd.setError(errorText(new TernError('wallet/recipientNotTyped', {})))
      retype(recipientEnd.input)
      return
    }
    const proof: WithdrawalProof = { shown, recipientEnd: typedEnd(), passphrase: passphrase.value }
    const asking = new Promise<Asked | undefined>(resolve => {
      answer = resolve
    })
    wants()
    const asked = await asking
    answer = undefined
    if (asked === undefined) return
    const signing = wallets.signer().then(keys => keys.signWithdrawal(address, asked.message, proof))
    asked.settle(signing)
    await signing
    noteSentTo(shown.recipient)
    dialog.end({ outcome: 'done' })
  }

  function fill(): void {
    const body =
      shown === undefined
        ? failure === undefined
          ? [make('span', { class: 'skeleton wide', 'aria-hidden': 'true' })]
          : [make('p', { class: 'note danger', role: 'alert' }, `✕ ${failure}`)]
        : [
            ...withdrawEffects({ shown, unit, label, own: nameOf(shown.recipient), mark: moneyMark(money) }),
            recipientEnd.element,
            ...(wallets.isPractice() ? [] : [passphrase.element]),
          ]
    const read = shown
    dialog.fill({
      title: 'Check this withdrawal',
      marker,
      body,
      cancel: 'Back',
      ...(read && { focus: recipientEnd.input }),
      action: () => (read === undefined ? 'Withdraw' : `Withdraw ${totalWords(read, unit)}`),
      underway: 'Signing…',
      fault,
      submit,
    })
  }

  fill()
  wallets
    .signer()
    .then(async keys => {
      const read = await keys.readWithdrawal(address, { bytes: form.bytes, terms: form.terms })
      if (read.mint !== null) unit = (await keys.readUnits([read.mint])).get(read.mint)
      shown = read
    })
    .then(
      () => undefined,
      error => {
        failure = errorText(error)
      },
    )
    .then(fill)
  return {
    ended: dialog.ended,
    end: dialog.end,
    withdraw: ({ address: asked, ...message }) =>
      new Promise((resolve, reject) => {
        if (asked !== address)
          return reject(new TernError('trade/addressMismatch', { expected: asked, actual: address }))
        if (answer === undefined)
          return reject(new TernError('wallet/refusedToSign', { reason: 'nobody confirmed it' }))
        answer({ message, settle: signature => signature.then(resolve, reject) })
      }),
  }
}
