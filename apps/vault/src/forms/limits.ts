import { withNextStep } from '@tern/terminal/text/nextStep.ts'
import { inSol, plainDecimal } from '@tern/terminal/text/numberText.ts'
import { readLimit } from '@tern/terminal/text/typed.ts'
import { openDialog } from './dialog.ts'
import { createField, passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint, make } from './make.ts'

/** Sets how much SOL trades may spend before the signer asks. */
export function limits({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const state = wallets.state()
  const present = state.status === 'held' ? state.limits : {}
  const sol = (lamports: bigint | undefined) => (lamports === undefined ? '' : plainDecimal(lamports, inSol))
  const limitField = (label: string, lamports: bigint | undefined) => {
    const field = createField({
      label,
      value: sol(lamports),
      onInput() {
        const typed = readLimit(field.value)
        field.setError('reason' in typed ? withNextStep(typed.reason) : undefined)
      },
    })
    field.input.inputMode = 'decimal'
    field.setEnd(make('span', { class: 'faint' }, 'SOL'))
    return field
  }
  const trade = limitField('One trade', present.trade)
  const untilLock = limitField('All trades until the next lock', present.untilLock)
  const passphrase = passphraseField({ hint: wallets.orRecovery() })

  function fault(): string | undefined {
    for (const field of [trade, untilLock]) {
      const typed = readLimit(field.value)
      if ('reason' in typed) return typed.reason
    }
    return wallets.isPractice() ? undefined : passphraseFault(passphrase)
  }

  dialog.fill({
    title: 'Signer limits',
    body: [
      hint('Above these limits, the signer shows the trade and asks you. Leave a field empty for no limit.'),
      hint(
        'A sale counts as the value of its tokens minus the minimum SOL that it returns. Without a known price, the signer always asks.',
      ),
      trade.element,
      untilLock.element,
      ...(wallets.isPractice() ? [] : [passphrase.element]),
    ],
    focus: trade.input,
    action: () => 'Set limits',
    underway: 'Checking…',
    fault,
    async submit() {
      const [one, all] = [readLimit(trade.value), readLimit(untilLock.value)]
      if ('reason' in one || 'reason' in all) return
      const next = {
        ...(one.value !== undefined && { trade: one.value }),
        ...(all.value !== undefined && { untilLock: all.value }),
      }
      await wallets.setLimits(next, passphrase.value)
      dialog.end({ outcome: 'done' })
    },
  })
  return dialog
}
