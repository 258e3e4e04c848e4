import type { Settled } from '@tern/client'
import { errorText } from '../../text/errorText.ts'
import { expiredText, weakProofText } from '../../text/expiredText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import type { Intention } from '../activity/flights.ts'
import { leftOf } from '../stream/latestBlockhash.ts'

const done = {
  open: 'Nonce account opened',
  advance: 'Cancelled: earlier nonce transactions can no longer land',
  close: 'Nonce account closed',
} as const

/** Returns the toast of a transaction that opens, advances or closes a nonce account. */
export function nonceToast({ title, detail, nonce }: Intention, signature: string, now: Settled) {
  const { status, error, sources } = now
  if (status === 'confirmed') {
    const known = nonce === undefined ? title : done[nonce]
    const what = nonce === 'close' ? `${detail} came back` : detail
    return { state: 'confirmed', title: known, ...(what !== '' && { detail: what }), signature } as const
  }
  if (status === 'unknown') {
    const what = `${title}. It may still land.`
    return { state: 'unknown', title: errorText(error), detail: what, signature, ...leftOf(now) } as const
  }
  if (status === 'expired' && nonce === 'advance') {
    const what = 'The trade, or another nonce transaction, landed first. See Activity.'
    return { state: 'failed', title: 'Too late to cancel', detail: what, signature } as const
  }
  if (status === 'expired') {
    const what = `${title}. ${expiredText(sources)}`
    return { state: 'failed', title: 'Transaction expired', detail: what, signature } as const
  }
  const why = errorText(error)
  const what = [`${title}.${weakProofText(sources)}`, nextStep(why)].join(' ').trim()
  return { state: 'failed', title: why, detail: what, signature } as const
}
