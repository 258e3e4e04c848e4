import type { Settled } from '@tern/client'
import { expiredText, weakProofText } from '../../text/expiredText.ts'
import { withNextStep } from '../../text/nextStep.ts'
import '../../text/tradeSteps.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import type { Intention } from '../activity/flights.ts'
import { leftOf } from '../stream/latestBlockhash.ts'
import { labelOf } from '../wallets/session.ts'

/** Returns the toast of a signed withdrawal. */
export function withdrawalToast(
  { detail: amount, recipient }: Pick<Intention, 'detail' | 'recipient'>,
  signature: string,
  now: Omit<Settled, 'slot'>,
) {
  const { status, error, sources } = now
  if (status === 'confirmed') {
    const to = recipient === undefined ? {} : { detail: `To ${labelOf(recipient) ?? shortAddress(recipient)}` }
    return { state: 'confirmed', title: `Withdrew ${amount}`, signature, ...to } as const
  }
  if (status === 'unknown') {
    const detail = `${error?.message ?? 'Transaction confirm timed out'}. It may still land. Do not send it again yet.`
    return { state: 'unknown', title: `Withdrawing ${amount}`, signature, detail, ...leftOf(now) } as const
  }
  const detail =
    error === undefined
      ? `${expiredText(sources)} Nothing has moved.`
      : `${withNextStep(error.message)}${weakProofText(sources)}`
  return { state: 'failed', title: `Not withdrawn: ${amount}`, signature, detail } as const
}
