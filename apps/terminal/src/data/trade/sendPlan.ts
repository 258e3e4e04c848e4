import { type Client, type Executed, execute, type Planned, type PlanStep, withOwner } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { expiredText, mayLandText } from '../../text/expiredText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { type FlightState, type FlightStep, type Intention, openFlight } from '../activity/flights.ts'
import { client } from '../client.ts'
import { queryClient } from '../queryClient.ts'
import { leftOf } from '../stream/latestBlockhash.ts'
import { openToast, type ToastContent } from '../toasts.ts'
import { nonceOf } from '../wallets/nonceUse.ts'
import { beginSendings } from './beginSendings.ts'
import { endPress, isPartOfLastPress, waitingToast } from './press.ts'
import { isByNonce, sendingFacts } from './sendingFacts.ts'
import { notify } from './sendTrade.ts'
import { sound } from './sound.ts'

/** A plan, and the client that sends it. */
export interface SentPlan extends Planned {
  /** Unset: the page's client, which has no provider that takes tips. */
  readonly client?: Client
}

/** The words of an action, for its toast and its row under Activity. */
export interface SentWords extends Pick<Intention, 'kind' | 'title' | 'detail' | 'mid'> {
  /** Only a single action with this subject may be under way at a time, across all tabs. */
  readonly subject: string
  /** `Swap 1 SOL for KITE`. */
  readonly asked: string
  /** `Swapped 1 SOL for KITE`. */
  readonly done: string
  /** `Nothing was swapped.` */
  readonly nothing: string
  /**
   * Says the tokens that are held after this number of its transactions, and how to go on: `You hold at least 1 SOL. Swap the rest on the Swap page.`
   * Unset: it takes a single transaction.
   */
  readonly rest?: (landed: number) => string
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

/** The toast of an action once it has stopped or its outcome is unknown. */
function endToast(steps: readonly PlanStep[], words: SentWords, nonce: string | undefined): ToastContent {
  const { asked, done, nothing, rest } = words
  const last = currentOf(steps)
  const signed = last?.signature === undefined ? {} : { signature: last.signature }
  const landed = steps.filter(({ status }) => status === 'confirmed').length
  if (landed === steps.length) return { state: 'confirmed', title: 'Order submitted:', detail: done, ...signed }
  if (last?.status === 'unknown') {
    const detail = `${asked}. ${mayLandText(nonce !== undefined)} Do not send again yet.`
    return { state: 'unknown', title: errorText(last.error), detail, ...leftOf(last), ...signed }
  }
  const isExpired = last?.status === 'expired'
  const title = isExpired ? 'Transaction expired' : errorText(last?.error)
  const spent = landed === 0 ? nothing : `${landed} of ${steps.length} transactions landed. ${rest?.(landed) ?? ''}`
  const step = isExpired ? expiredText(last.sources) : nextStep(title)
  return { state: 'failed', title, detail: [`${asked}.`, spent, step ?? ''].join(' ').trim(), ...signed }
}

/** Subjects that this tab is sending. A second press is part of the first. */
const sendingHere = new Set<string>()

/**
 * Signs and sends a plan's transactions, one after the other. A single toast reports it from the press to the outcome. Never rejects.
 * Does nothing for a press that began before the subject's last one ended. Call it in the event's handler, before anything is
 * awaited.
 *
 * @returns whether all of it is confirmed, once that is known.
 */
export async function sendPlan(planned: SentPlan, owner: Owner, words: SentWords): Promise<boolean> {
  if (sendingHere.has(words.subject) || isPartOfLastPress(words.subject)) return false
  sendingHere.add(words.subject)
  try {
    return await sendOnce(planned, owner, words)
  } finally {
    sendingHere.delete(words.subject)
    endPress(words.subject)
  }
}

/** Makes a function that notifies the referral server of each transaction once it is sent, and once it landed. */
function createNotifier() {
  const notified = new Set<string>()
  return (steps: readonly PlanStep[]) => {
    for (const { status, signature } of steps) {
      const what = status === 'sent' ? 'notifySent' : status === 'confirmed' ? 'notifyLanded' : undefined
      if (what === undefined || signature === undefined || notified.has(`${what} ${signature}`)) continue
      notified.add(`${what} ${signature}`)
      notify(what, signature)
    }
  }
}

/** Queries that hold a wallet's amounts, or its actions that stopped. */
const staleKeys = ['holdings', 'heldTokens', 'stoppedPlans'] as const

const forget = (owner: Address) => {
  for (const key of staleKeys) void queryClient.invalidateQueries({ queryKey: [key, owner] })
}

async function sendOnce(planned: SentPlan, owner: Owner, words: SentWords): Promise<boolean> {
  const { kind, title, detail, subject, mid, asked } = words
  const { plan } = planned
  const nonce = plan !== undefined && isByNonce(plan) ? nonceOf(owner.address) : undefined
  const facts = plan !== undefined && planned.client !== undefined && sendingFacts(planned.client, plan)
  const said = { kind, title, detail, subject, ...(mid && { mid }) }
  const about: Intention = { owner: owner.address, ...said, ...facts, startedAtMs: Date.now() }
  const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail: asked })
  const begun = await beginSendings(nonce === undefined ? [subject] : [subject, nonce])
  if (begun === undefined) {
    toast.update(waitingToast(asked))
    return false
  }
  const flight = openFlight(about)
  let sounded: string | undefined
  // No other plan pays Tern's fee.
  const notifyOf = kind === 'swap' ? createNotifier() : () => undefined
  return new Promise(resolve => {
    function report({ steps }: Pick<Executed, 'steps'>) {
      const progress = progressOf(steps, false)
      notifyOf(steps)
      flight.update(progress)
      toast.update(endToast(steps, words, nonce))
      if (progress.state === 'unknown') return begun?.becomeUnknown()
      begun?.end()
      const tone = progress.state === 'confirmed' ? 'confirmed' : 'failed'
      if (tone !== sounded) sound(tone)
      sounded = tone
      forget(owner.address)
      resolve(progress.state === 'confirmed')
    }
    const onSteps = (steps: readonly PlanStep[]) => {
      const progress = progressOf(steps, true)
      notifyOf(steps)
      flight.update(progress)
      const { signature } = progress
      const content = { detail: `${asked}${placeOf(steps)}`, ...(signature !== undefined && { signature }) }
      if (progress.state === 'sent') toast.update({ state: 'sent', title: 'Sending transaction', ...content })
    }
    const run = async () =>
      execute(withOwner(planned.client ?? (await client()), owner), planned, {
        about,
        onSteps,
        onLater: steps => report({ steps }),
      })
    run().then(report, error => {
      const [why, what] = [errorText(error), `${asked}. Nothing was sent.`]
      flight.update({ state: 'refused', why })
      toast.update({ state: 'failed', title: why, detail: [what, nextStep(why)].join(' ').trim() })
      sound('failed')
      begun.end()
      resolve(false)
    })
  })
}
