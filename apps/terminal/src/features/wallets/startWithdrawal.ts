import type { PlannedWithdraw } from '@tern/client'
import type { Address } from '@tern/core'
import type { WithdrawalProof } from '@tern/custody'
import { openFlight } from '../../data/activity/flights.ts'
import { queryClient } from '../../data/queryClient.ts'
import { openToast } from '../../data/toasts.ts'
import { sendWithdrawal } from '../../data/wallets/withdrawals.ts'
import { errorText } from '../../text/errorText.ts'
import { amountText, fractionNeeded, wholeText } from '../../text/numberText.ts'
import { noteSentTo } from './sentTo.ts'
import type { Asset } from './useWithdrawal.ts'

/** `2.00000 SOL`, every digit of it. */
export function amountWords(raw: bigint, { mint, symbol, decimals }: Asset): string {
  const text = mint === null ? amountText(raw, decimals, fractionNeeded([raw], decimals, 5)) : wholeText(raw, decimals)
  return `${text} ${symbol}`
}

/**
 * Has a withdrawal signed; what becomes of it is told in one toast. Resolves once it is signed.
 * @throws TernError why it was not, and nothing was sent.
 */
export function startWithdrawal(
  planned: PlannedWithdraw,
  address: Address,
  proof: WithdrawalProof,
  asset: Asset,
): Promise<void> {
  const words = amountWords(proof.shown.amount, asset)
  return new Promise((resolve, reject) => {
    let toast: ReturnType<typeof openToast> | undefined
    let flight: ReturnType<typeof openFlight> | undefined
    const sent = sendWithdrawal(planned, address, proof, {
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
      ({ status, signature, error }) => {
        void queryClient.invalidateQueries({ queryKey: ['heldTokens', address] })
        flight?.update({ state: status, signature, ...(error && { why: error.message }) })
        if (status === 'confirmed') {
          noteSentTo(proof.shown.recipient)
          toast?.update({ state: 'confirmed', title: `Withdrew ${words}`, signature })
          return
        }
        const detail = error === undefined ? 'It can no longer land: nothing has moved.' : error.message
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
