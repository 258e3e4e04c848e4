import {
  type Client,
  type PlannedReclaim,
  type ReclaimOptions,
  type ReclaimReceipt,
  type ReclaimStep,
  reclaimRent,
  resumeReclaim,
  withOwner,
} from '@tern/client'
import { type Address, TernError } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { expiredText } from '../../text/expiredText.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { type Flight, type Intention, openFlight } from '../activity/flights.ts'
import { countOf, currentOf, progressOf } from '../activity/reclaimFlight.ts'
import { client } from '../client.ts'
import { leftOf } from '../stream/latestBlockhash.ts'
import { openToast } from '../toasts.ts'
import { beginSending, underwayOf } from '../underway.ts'
import { ownerOf } from '../wallets/ownerOf.ts'
import { session, unlockDialog } from '../wallets/session.ts'

/** Names the subject of a wallet's reclaim, because only a single reclaim may be under way at a time, across all tabs. */
export const rentOf = (owner: Address): string => `rent ${owner}`

const sol = (lamports: bigint) => `${wholeText(lamports, inSol)} SOL`

/**
 * Closes the empty accounts of a plan. A single toast reports it from the click to the outcome.
 * Resolves once the outcome is known: an unknown outcome is followed until then. Never rejects.
 */
export function sendReclaim(owned: () => Promise<Client>, planned: PlannedReclaim): Promise<void> {
  const { accounts, lamports, plan } = planned
  const about = {
    owner: plan?.owner,
    kind: 'rent',
    title: 'Reclaim rent',
    detail: `${countOf(accounts)}, ${sol(lamports)}`,
    expected: lamports,
    ...(plan && { subject: rentOf(plan.owner) }),
    startedAtMs: Date.now(),
  } as const
  return carryOut(about, async options => reclaimRent(await owned(), planned, options))
}

/** Toasts of stopped reclaims, by the reclaim's id in the journal. Resuming a reclaim closes its toast. */
export const stoppedToasts = new Map<string, { readonly close: () => void }>()

/**
 * Resumes a stopped reclaim and reports it like a new reclaim.
 * If the wallets are locked, opens the unlock dialog instead. Never rejects.
 */
export async function goOnWithReclaim({
  owner,
  kind,
  title,
  detail,
  expected,
  subject,
  reclaim,
}: Flight): Promise<void> {
  if (owner === undefined || reclaim === undefined) return
  if (session.get().status === 'locked') return unlockDialog.set('open')
  const about: Intention = {
    ...{ owner, kind, title, detail, startedAtMs: Date.now() },
    ...(expected !== undefined && { expected }),
    ...(subject !== undefined && { subject }),
  }
  const run = async (options: ReclaimOptions) => {
    return resumeReclaim(withOwner(await client(), await ownerOf(owner)), reclaim, options)
  }
  return carryOut(about, run, reclaim)
}

/** @param name id of the reclaim in the journal. Unset for a new reclaim. */
async function carryOut(
  about: Intention,
  run: (options: ReclaimOptions) => Promise<ReclaimReceipt>,
  name?: string,
): Promise<void> {
  const { subject = '' } = about
  const begun = await beginSending(subject)
  // A second press, or another tab, found it already on its way: the first press has its own toast.
  if (begun === undefined && underwayOf(subject).get() === 'sending') return
  stoppedToasts.get(name ?? '')?.close()
  const detail = `${about.title}: ${about.detail}`
  const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail })
  if (begun === undefined) {
    const title = new TernError('plan/mayStillLand', {}).message
    return toast.update({ state: 'failed', title, detail: `${detail}. Nothing was sent.` })
  }
  const flight = openFlight(about)
  const began = new Map<string, number>()
  const took = new Map<string, number>()
  const note = (steps: readonly ReclaimStep[], isLive: boolean) => {
    for (const { signature = '', status } of steps) {
      if (!began.has(signature) && status === 'sending') began.set(signature, Date.now())
      const beganMs = began.get(signature)
      if (status === 'confirmed' && beganMs !== undefined && !took.has(signature))
        took.set(signature, Date.now() - beganMs)
    }
    const progress = progressOf(steps, { isLive, took, name })
    flight.update(progress)
    return progress
  }
  return new Promise(resolve => {
    function report(receipt: ReclaimReceipt) {
      const progress = note(receipt.steps, false)
      const stopped: Flight = { ...about, id: 0, ...progress }
      toast.update(reclaimToast(receipt, detail, () => void goOnWithReclaim(stopped)))
      if (progress.state === 'stopped' && progress.reclaim !== undefined) stoppedToasts.set(progress.reclaim, toast)
      if (receipt.status === 'unknown') return begun?.becomeUnknown()
      begun?.end()
      resolve()
    }
    const onSteps = (steps: readonly ReclaimStep[]) => {
      const { state, signature } = note(steps, true)
      const words = { detail: `${detail}${placeOf(steps)}`, ...(signature !== undefined && { signature }) }
      if (state === 'sent') toast.update({ state: 'sent', title: 'Sending transaction', ...words })
    }
    run({ about, onSteps, onLater: report }).then(report, error => {
      flight.update({ state: 'refused', why: errorText(error), ...(name !== undefined && { reclaim: name }) })
      const [title, what] = [errorText(error), `${detail}. Nothing was sent.`]
      toast.update({ state: 'failed', title, detail: [what, nextStep(title)].join(' ').trim() })
      begun.end()
      resolve()
    })
  })
}

function placeOf(steps: readonly ReclaimStep[]): string {
  const done = steps.filter(({ status }) => status === 'confirmed').length
  return steps.length === 1 ? '' : ` · ${Math.min(done + 1, steps.length)} of ${steps.length}`
}

type Reclaimed = Pick<ReclaimReceipt, 'status' | 'steps' | 'returned'> & { readonly networkFee?: bigint }

/**
 * Returns the toast of a reclaim that this page is not sending at the moment.
 *
 * @param onResume resumes a stopped reclaim.
 */
export function reclaimToast({ status, steps, returned, networkFee }: Reclaimed, what: string, onResume: () => void) {
  const last = currentOf(steps)
  const closed = steps.filter(step => step.status === 'confirmed').flatMap(({ accounts }) => accounts)
  const back = `${sol(returned)} of rent came back`
  const signature = last?.signature === undefined ? {} : { signature: last.signature }
  if (status === 'unknown') {
    const detail = `${what}. It may still land. Your rent is safe either way.`
    return { state: 'unknown', title: errorText(last?.error), detail, ...(last && leftOf(last)), ...signature } as const
  }
  if (steps.every(step => step.status === 'confirmed')) {
    const cost = networkFee === undefined ? '' : ` for ${sol(networkFee)} in fees`
    return { state: 'confirmed', title: back, detail: `${countOf(closed)} closed${cost}` } as const
  }
  const isPaused = last?.status === 'confirmed'
  const title = isPaused
    ? `Stopped after ${steps.filter(step => step.status === 'confirmed').length} of ${steps.length} transactions`
    : status === 'expired'
      ? 'Transaction expired'
      : errorText(last?.error)
  const step = status === 'expired' ? expiredText(last?.sources) : nextStep(title)
  const rest = returned > 0n ? `${back}. The other accounts stay open.` : 'No account was closed.'
  return {
    state: 'failed',
    title,
    detail: step === undefined ? rest : `${rest} ${step}`,
    ...signature,
    ...(steps.length > 1 && { action: { label: 'Resume', onPress: onResume } }),
  } as const
}
