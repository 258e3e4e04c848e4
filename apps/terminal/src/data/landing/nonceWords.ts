import type { Settled } from '@tern/client'
import { errorText } from '../../text/errorText.ts'
import { expiredText } from '../../text/expiredText.ts'
import { nextStep } from '../../text/nextStep.ts'
import type { Intention } from '../activity/flights.ts'

/** What a toast says of a transaction that opens, advances or closes a nonce account. */
export function nonceWords({ title, detail }: Pick<Intention, 'title' | 'detail'>, signature: string, now: Settled) {
  const { status, error, blocksLeft, sources } = now
  if (status === 'confirmed') return { state: 'confirmed', title, detail, signature } as const
  if (status === 'unknown') {
    const left = blocksLeft === undefined ? {} : { blocksLeft: Number(blocksLeft) }
    return {
      state: 'unknown',
      title: errorText(error),
      detail: `${title}. It may still land.`,
      signature,
      ...left,
    } as const
  }
  if (status === 'expired')
    return {
      state: 'failed',
      title: 'Transaction expired',
      detail: `${title}. ${expiredText(sources)}`,
      signature,
    } as const
  const why = errorText(error)
  return { state: 'failed', title: why, detail: [`${title}.`, nextStep(why)].join(' ').trim(), signature } as const
}
