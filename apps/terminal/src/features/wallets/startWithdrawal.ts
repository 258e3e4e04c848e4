import { type PlannedWithdraw, planMessage, type WithdrawQuote } from '@tern/client'
import { type Address, isTernError } from '@tern/core'
import { type Intention, openFlight } from '../../data/activity/flights.ts'
import { client } from '../../data/client.ts'
import { sendWithdrawal, withdrawalOf } from '../../data/landing/withdrawals.ts'
import { withdrawalToast } from '../../data/landing/withdrawalToast.ts'
import { queryClient } from '../../data/queryClient.ts'
import { leftOf } from '../../data/stream/latestBlockhash.ts'
import { openToast } from '../../data/toasts.ts'
import { hideForm, showForm } from '../../data/wallets/vault.ts'
import { errorText } from '../../text/errorText.ts'
import { amountText, fractionNeeded, wholeText } from '../../text/numberText.ts'
import type { Asset } from './useWithdrawal.ts'

/** Formats an amount with every digit: `2.00000 SOL`. */
function amountWords(raw: bigint, asset: Asset): string {
  const text = asset.mint === null ? amountText(raw, asset, fractionNeeded([raw], asset, 5)) : wholeText(raw, asset)
  return `${text} ${asset.symbol}`
}

/**
 * Signs and sends a withdrawal, and reports its progress in one toast. Resolves once it is signed.
 *
 * @throws TernError the reason if it could not be signed; then nothing was sent
 */
function startWithdrawal(planned: PlannedWithdraw, owner: Address, quote: WithdrawQuote, asset: Asset): Promise<void> {
  const { recipient, mint, amount } = quote
  const words = amountWords(amount, asset)
  const about: Intention = {
    ...{ owner, recipient, kind: 'transfer', title: `Send ${asset.symbol}`, detail: words },
    ...{ subject: withdrawalOf(owner, quote), startedAtMs: Date.now() },
    ...(mint !== null && { mint }),
  }
  return new Promise((resolve, reject) => {
    let toast: ReturnType<typeof openToast> | undefined
    let flight: ReturnType<typeof openFlight> | undefined
    const sent = sendWithdrawal(planned, owner, {
      about,
      onSigned(signature) {
        toast = openToast({ state: 'sent', title: `Withdrawing ${words}`, signature })
        flight = openFlight(about)
        flight.update({ state: 'sent', signature })
        resolve()
      },
      onFailure(signature, why) {
        toast?.update({ state: 'sent', title: `Withdrawing ${words}`, signature, detail: `${why}. Trying again.` })
      },
      onOutcome(receipt) {
        const { status, signature, error, sources } = receipt
        flight?.update({
          state: status,
          signature,
          ...(error !== undefined && status !== 'unknown' && { why: error.message }),
          ...(sources !== undefined && { sources }),
          ...leftOf(receipt),
        })
        toast?.update(withdrawalToast(about, signature, receipt))
        if (status !== 'unknown') void queryClient.invalidateQueries({ queryKey: ['heldTokens', owner] })
      },
    })
    sent.catch(error => {
      toast?.update({ state: 'failed', title: `Not withdrawn: ${words}`, detail: errorText(error) })
      flight?.update({ state: 'refused', why: errorText(error) })
      reject(error)
    })
  })
}

/**
 * Shows a withdrawal in the vault, as the signer reads it, and starts it once the person confirmed it there.
 *
 * @param isWanted checked before the vault is shown, because preparing the transaction takes a moment
 * @returns whether the withdrawal was confirmed
 * @throws TernError if it could not be signed; the vault shows its own refusals in its form
 */
export async function confirmWithdrawal(
  planned: PlannedWithdraw,
  asset: Asset,
  isWanted: () => boolean,
): Promise<boolean> {
  const { plan, quote } = planned
  const [message] = plan?.messages ?? []
  if (plan === undefined || quote === undefined || message === undefined) return false
  const { owner } = plan
  const { chain } = await client()
  const { bytes, terms } = planMessage(owner, message, await chain.readBlockhash())
  if (!isWanted()) return false
  let refusal: unknown
  const start = () =>
    startWithdrawal(planned, owner, quote, asset).catch(async error => {
      if (isTernError(error) && error.code.startsWith('wallet/')) return
      refusal = error
      await hideForm()
    })
  const { outcome } = await showForm({ form: 'withdraw', address: owner, bytes, terms }, () => void start())
  if (refusal !== undefined) throw refusal
  return outcome === 'done'
}
