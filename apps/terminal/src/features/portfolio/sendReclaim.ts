import {
  type Client,
  followReclaim,
  type PlannedReclaim,
  type ReclaimReceipt,
  type ReclaimStep,
  reclaimRent,
} from '@tern/client'
import { type FlightState, type FlightStep, openFlight } from '../../data/activity/flights.ts'
import { openToast } from '../../data/toasts.ts'
import { errorText } from '../../text/errorText.ts'
import { expiredText } from '../../text/expiredText.ts'
import { nextStep } from '../../text/nextStep.ts'
import { wholeText } from '../../text/numberText.ts'

const countOf = (accounts: readonly unknown[]) => `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`

const flightStep = ({ accounts, status, signature, error }: ReclaimStep): FlightStep => ({
  title: `Close ${countOf(accounts)}`,
  state: status,
  ...(signature === undefined ? {} : { signature }),
  ...(error === undefined ? {} : { why: error.message }),
})

/** The transaction that is under way, or was last. */
const currentOf = (steps: readonly ReclaimStep[]) => steps.findLast(({ status }) => status !== 'waiting')

/**
 * Closes the empty accounts of a plan and tells of it in one toast, from the click to what became of it. An unknown outcome
 * is followed until it is known. Never rejects.
 */
export async function sendReclaim(client: Client, planned: PlannedReclaim): Promise<void> {
  const detail = `Close ${countOf(planned.accounts)} for ${wholeText(planned.lamports, 9)} SOL of rent`
  const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail })
  const flight = openFlight({
    owner: client.owner?.address,
    kind: 'rent',
    title: 'Reclaim rent',
    detail: `${countOf(planned.accounts)}, ${wholeText(planned.lamports, 9)} SOL`,
    expected: planned.lamports,
  })
  const note = (steps: readonly ReclaimStep[], state: FlightState) => {
    const { signature, error } = currentOf(steps) ?? {}
    flight.update({
      state,
      ...(signature === undefined ? {} : { signature }),
      ...(error === undefined ? {} : { why: error.message }),
      ...(steps.length > 1 ? { steps: steps.map(flightStep) } : {}),
    })
  }
  try {
    let receipt = await reclaimRent(client, planned, {
      onSteps(steps) {
        const isSent = currentOf(steps)?.status === 'sent'
        note(steps, isSent ? 'sent' : 'sending')
        if (isSent) toast.update({ state: 'sent', title: 'Sending transaction', detail: progressOf(steps, detail) })
      },
    })
    while (receipt.status === 'unknown') {
      const { blocksLeft } = currentOf(receipt.steps) ?? {}
      flight.update({ state: 'unknown', ...(blocksLeft === undefined ? {} : { blocksLeft }) })
      toast.update({ state: 'unknown', title: 'Transaction confirm timed out', ...unknownWords(blocksLeft) })
      receipt = await followReclaim(client, receipt)
    }
    note(receipt.steps, receipt.status)
    toast.update(words(receipt))
  } catch (error) {
    flight.update({ state: 'refused', why: errorText(error) })
    toast.update({ state: 'failed', title: errorText(error), detail: `${detail}. Nothing was sent.` })
  }
}

function progressOf(steps: readonly ReclaimStep[], detail: string): string {
  const done = steps.filter(({ status }) => status === 'confirmed').length
  return steps.length === 1 ? detail : `${detail} · ${done + 1} of ${steps.length}`
}

function unknownWords(blocksLeft: bigint | undefined) {
  return {
    detail: 'It may still land. What it closes is not lost either way.',
    ...(blocksLeft === undefined ? {} : { blocksLeft: Number(blocksLeft) }),
  }
}

function words({ status, steps, returned, networkFee }: ReclaimReceipt) {
  const last = currentOf(steps)
  const closed = steps.filter(step => step.status === 'confirmed').flatMap(({ accounts }) => accounts)
  const back = `${wholeText(returned, 9)} SOL of rent came back`
  if (status === 'confirmed' && last !== undefined)
    return {
      state: 'confirmed',
      title: back,
      detail: `${countOf(closed)} closed for ${wholeText(networkFee, 9)} SOL in fees`,
    } as const
  const title = status === 'expired' ? 'Transaction expired' : errorText(last?.error)
  const step = status === 'expired' ? expiredText(last?.sources) : nextStep(title)
  return {
    state: 'failed',
    title,
    detail: `${returned > 0n ? `${back}; the rest stays as it was.` : 'No account was closed.'}${step === undefined ? '' : ` ${step}`}`,
  } as const
}
