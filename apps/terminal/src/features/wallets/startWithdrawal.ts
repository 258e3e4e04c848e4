import { type PlannedWithdraw, type WithdrawPlan, withdrawMessage } from '@tern/client'
import { isTernError } from '@tern/core'
import { openFlight } from '../../data/activity/flights.ts'
import { client } from '../../data/client.ts'
import { queryClient } from '../../data/queryClient.ts'
import { openToast } from '../../data/toasts.ts'
import { hideForm, showForm } from '../../data/wallets/vault.ts'
import { sendWithdrawal } from '../../data/wallets/withdrawals.ts'
import { errorText } from '../../text/errorText.ts'
import { expiredText } from '../../text/expiredText.ts'
import { amountText, fractionNeeded, wholeText } from '../../text/numberText.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import { hasSentTo, noteSentTo } from './sentTo.ts'
import type { Asset } from './useWithdrawal.ts'

/** `2.00000 SOL`, every digit of it. */
function amountWords(raw: bigint, { mint, symbol, decimals }: Asset): string {
  const text = mint === null ? amountText(raw, decimals, fractionNeeded([raw], decimals, 5)) : wholeText(raw, decimals)
  return `${text} ${symbol}`
}

/**
 * Has a withdrawal signed; what becomes of it is told in one toast. Resolves once it is signed.
 * @throws TernError why it was not, and nothing was sent.
 */
function startWithdrawal(planned: PlannedWithdraw, plan: WithdrawPlan, asset: Asset): Promise<void> {
  const { owner: address } = plan
  const words = amountWords(plan.amount, asset)
  return new Promise((resolve, reject) => {
    let toast: ReturnType<typeof openToast> | undefined
    let flight: ReturnType<typeof openFlight> | undefined
    const sent = sendWithdrawal(planned, plan, {
      onSigned(signature) {
        toast = openToast({ state: 'sent', title: `Withdrawing ${words}`, signature })
        flight = openFlight({ owner: address, kind: 'transfer', title: `Send ${asset.symbol}`, detail: words })
        flight.update({ state: 'sent', signature })
        resolve()
      },
      onUnknown(signature, blocksLeft) {
        const left = blocksLeft === undefined ? {} : { blocksLeft: Number(blocksLeft) }
        flight?.update({ state: 'unknown', signature, ...(blocksLeft !== undefined && { blocksLeft }) })
        toast?.update({ state: 'unknown', title: `Withdrawing ${words}`, signature, ...left })
      },
    })
    sent.then(
      ({ status, signature, error, sources }) => {
        void queryClient.invalidateQueries({ queryKey: ['heldTokens', address] })
        const known = { ...(error && { why: error.message }), ...(sources !== undefined && { sources }) }
        flight?.update({ state: status, signature, ...known })
        if (status === 'confirmed') {
          noteSentTo(plan.recipient)
          toast?.update({
            state: 'confirmed',
            title: `Withdrew ${words}`,
            signature,
            detail: `To ${shortAddress(plan.recipient)}`,
          })
          return
        }
        const detail = error === undefined ? `${expiredText(sources)} Nothing has moved.` : error.message
        toast?.update({ state: 'failed', title: `${words} did not leave the wallet`, signature, detail })
      },
      error => {
        toast?.update({ state: 'failed', title: `Withdrawing ${words}`, detail: errorText(error) })
        flight?.update({ state: 'unknown', why: errorText(error) })
        reject(error)
      },
    )
  })
}

/**
 * Has the vault show a withdrawal as its signer reads it, and starts it once it was confirmed there with the passphrase.
 * @returns whether it was. @throws TernError why it could not be signed; what the vault refuses stands on its own form.
 */
export async function confirmWithdrawal(
  planned: PlannedWithdraw,
  plan: WithdrawPlan,
  asset: Asset,
  typedRecipient: string,
): Promise<boolean> {
  const { chain } = await client()
  const { bytes } = withdrawMessage(plan, await chain.readBlockhash())
  const words = {
    symbol: asset.symbol.slice(0, 32),
    rentLamports: plan.opens?.lamports ?? 0n,
    left: plan.left,
    leftLamports: plan.leftLamports,
    typedRecipient,
    hasSentThere: hasSentTo(plan.recipient),
  }
  let refusal: unknown
  const start = () =>
    startWithdrawal(planned, plan, asset).catch(async error => {
      if (isTernError(error) && error.code.startsWith('wallet/')) return
      refusal = error
      await hideForm()
    })
  const { outcome } = await showForm({ form: 'withdraw', address: plan.owner, bytes, words }, () => void start())
  if (refusal !== undefined) throw refusal
  return outcome === 'done'
}
