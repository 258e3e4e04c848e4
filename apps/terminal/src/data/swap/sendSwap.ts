import { type Executed, execute, type PlanStep, withOwner } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { expiredText } from '../../text/expiredText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { type FlightState, type FlightStep, type Intention, openFlight } from '../activity/flights.ts'
import { client } from '../client.ts'
import { queryClient } from '../queryClient.ts'
import { leftOf } from '../stream/latestBlockhash.ts'
import { openToast, type ToastContent } from '../toasts.ts'
import { waitingToast } from '../trade/press.ts'
import { sound } from '../trade/sound.ts'
import { beginSending } from '../underway.ts'
import { swapOf } from './swapOf.ts'
import type { PlannedSwap } from './useSwapPlan.ts'

/** The words of a swap, for its toast and its row under Activity. */
export interface SwapWords {
  /** `SOL for KITE`. */
  readonly pair: string
  /** `1 SOL for KITE`. */
  readonly whole: string
}

/** Returns the step under way, otherwise the last that did not land, otherwise the last that was begun. */
const currentOf = (steps: readonly PlanStep[]): PlanStep | undefined =>
  steps.find(({ status }) => status === 'unknown') ??
  steps.findLast(({ status }) => status !== 'waiting' && status !== 'confirmed') ??
  steps.findLast(({ status }) => status !== 'waiting')

/** @param isLive this page sends the next step once the step before it is confirmed. */
function stateOf(steps: readonly PlanStep[], isLive: boolean): FlightState {
  const { status = 'sending' } = currentOf(steps) ?? {}
  if (status === 'unknown' || status === 'sending' || status === 'sent') return status
  if (status === 'waiting') return 'sending'
  if (steps.every(step => step.status === 'confirmed')) return 'confirmed'
  if (isLive && status === 'confirmed') return 'sent'
  return steps.length === 1 ? status : 'stopped'
}

const flightStep = ({ status, signature, error }: PlanStep, at: number): FlightStep => ({
  ...{ title: `Transaction ${at + 1}`, state: status },
  ...(signature !== undefined && { signature }),
  ...(error !== undefined && status !== 'unknown' && { why: error.message }),
})

function progressOf(steps: readonly PlanStep[], isLive: boolean) {
  const current = currentOf(steps)
  const { signature, error, sources, status } = current ?? {}
  return {
    state: stateOf(steps, isLive),
    ...(signature !== undefined && { signature }),
    ...(error !== undefined && status !== 'unknown' && { why: error.message }),
    ...(current && leftOf(current)),
    ...(sources !== undefined && { sources }),
    ...(steps.length > 1 && { steps: steps.map(flightStep) }),
  }
}

const placeOf = (steps: readonly PlanStep[]) => {
  const done = steps.filter(({ status }) => status === 'confirmed').length
  return steps.length === 1 ? '' : ` · ${Math.min(done + 1, steps.length)} of ${steps.length}`
}

/** The toast of a swap once it has stopped or its outcome is unknown. */
function endToast(steps: readonly PlanStep[], whole: string): ToastContent {
  const last = currentOf(steps)
  const signed = last?.signature === undefined ? {} : { signature: last.signature }
  const landed = steps.filter(({ status }) => status === 'confirmed').length
  if (landed === steps.length)
    return { state: 'confirmed', title: 'Order submitted:', detail: `Swapped ${whole}`, ...signed }
  if (last?.status === 'unknown') {
    const detail = `Swap ${whole}. It may still land. Do not send again yet.`
    return { state: 'unknown', title: errorText(last.error), detail, ...leftOf(last), ...signed }
  }
  const isExpired = last?.status === 'expired'
  const title = isExpired ? 'Transaction expired' : errorText(last?.error)
  const spent =
    landed === 0
      ? 'Nothing was swapped.'
      : `${landed} of ${steps.length} transactions landed. Swap the rest on the Swap page.`
  const step = isExpired ? expiredText(last.sources) : nextStep(title)
  return { state: 'failed', title, detail: [`Swap ${whole}.`, spent, step ?? ''].join(' ').trim(), ...signed }
}

/** Wallets whose swap this tab is sending. A second press is part of the first. */
const sendingHere = new Set<Address>()

/**
 * Signs and sends a swap's transactions, one after the other. A single toast reports it from the press to the outcome.
 * A wallet sends a single swap at a time, across all tabs. Never rejects.
 *
 * @returns whether all of it is confirmed, once that is known.
 */
export async function sendSwap(planned: PlannedSwap, owner: Owner, words: SwapWords): Promise<boolean> {
  if (sendingHere.has(owner.address)) return false
  sendingHere.add(owner.address)
  try {
    return await sendOnce(planned, owner, words)
  } finally {
    sendingHere.delete(owner.address)
  }
}

async function sendOnce(planned: PlannedSwap, owner: Owner, { pair, whole }: SwapWords): Promise<boolean> {
  const about: Intention = {
    ...{ owner: owner.address, kind: 'swap', title: `Swap ${pair}`, detail: whole },
    ...{ subject: swapOf(owner.address), startedAtMs: Date.now() },
  }
  const detail = `Swap ${whole}`
  const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail })
  const begun = await beginSending(swapOf(owner.address))
  if (begun === undefined) {
    toast.update(waitingToast(detail))
    return false
  }
  const flight = openFlight(about)
  let sounded: string | undefined
  return new Promise(resolve => {
    function report({ steps }: Pick<Executed, 'steps'>) {
      const progress = progressOf(steps, false)
      flight.update(progress)
      toast.update(endToast(steps, whole))
      if (progress.state === 'unknown') return begun?.becomeUnknown()
      begun?.end()
      const tone = progress.state === 'confirmed' ? 'confirmed' : 'failed'
      if (tone !== sounded) sound(tone)
      sounded = tone
      for (const key of ['holdings', 'heldTokens', 'stoppedSwaps'])
        void queryClient.invalidateQueries({ queryKey: [key, owner.address] })
      resolve(progress.state === 'confirmed')
    }
    const onSteps = (steps: readonly PlanStep[]) => {
      const progress = progressOf(steps, true)
      flight.update(progress)
      const { signature } = progress
      const words = { detail: `${detail}${placeOf(steps)}`, ...(signature !== undefined && { signature }) }
      if (progress.state === 'sent') toast.update({ state: 'sent', title: 'Sending transaction', ...words })
    }
    const run = async () =>
      execute(withOwner(await client(), owner), planned, { about, onSteps, onLater: steps => report({ steps }) })
    run().then(report, error => {
      const [title, what] = [errorText(error), `${detail}. Nothing was sent.`]
      flight.update({ state: 'refused', why: title })
      toast.update({ state: 'failed', title, detail: [what, nextStep(title)].join(' ').trim() })
      sound('failed')
      begun.end()
      resolve(false)
    })
  })
}
