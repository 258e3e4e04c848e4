import { type JournalRecord, planNoteOf, reclaimsIn, resumeSent, type SentReclaim, type Settled } from '@tern/client'
import { isTernError } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { expiredText, mayLandText, weakProofText } from '../../text/expiredText.ts'
import { type Flight, type Intention, openFlight } from '../activity/flights.ts'
import { aboutOf, tookIn } from '../activity/notedFlights.ts'
import { progressOf, type TookMs } from '../activity/reclaimFlight.ts'
import { type NotedRecord, sentJournal } from '../activity/sentJournal.ts'
import { notifyLanded } from '../referral/notify.ts'
import { leftOf } from '../stream/latestBlockhash.ts'
import { openToast } from '../toasts.ts'
import { clientWithProviders } from '../trade/clientOf.ts'
import { awaitReadyProviders } from '../trade/providers.ts'
import { sound } from '../trade/sound.ts'
import { nonceToast } from './nonceToast.ts'
import { onceAnother } from './onceAnother.ts'
import { goOnWithReclaim, reclaimToast, stoppedToasts } from './reclaims.ts'
import { withdrawalToast } from './withdrawalToast.ts'

type Report = (now: Settled) => void

const whatOf = ({ title, detail }: Intention) => [title, detail].filter(text => text !== '').join(', ')

/** For each reclaim that this page follows, by its id: makes the reporter of the step at an index. */
const reclaims = new Map<string, (at: number) => Report>()

/**
 * Follows this record of the journal until its outcome is final, and reports it in a toast and a flight.
 *
 * @param holdBack called whenever the outcome is unknown. A fork, or later answers of the nodes, may take back what the
 *   page before reported.
 */
export async function followResumed(id: string, holdBack: (record: JournalRecord) => void): Promise<void> {
  const [client, records] = await Promise.all([clientWithProviders(undefined, awaitReadyProviders), sentJournal.list()])
  await resumeSent(client, record => {
    if (record.id !== id) return undefined
    const report = reportOf(record, records)
    return now => {
      if (now.status === 'unknown') holdBack(record)
      report(now)
    }
  })
}

function reportOf(record: JournalRecord, records: readonly NotedRecord[]): Report {
  const reclaim = planNoteOf(record.note)
  if (reclaim?.kind !== 'reclaimRent') {
    const about = aboutOf(record)
    return onceAnother(record, followSingle(record, about), now => {
      const [first = ''] = record.transactions.map(one => one.signature)
      if (about?.kind === 'trade' || about?.kind === 'swap') void notifyLanded(now.signature ?? first)
    })
  }
  const whole = reclaimsIn(records).find(one => one.id === reclaim.id)
  const report = reclaims.get(reclaim.id) ?? (whole && followReclaim(whole, tookIn(records)))
  if (report === undefined) return () => undefined
  reclaims.set(reclaim.id, report)
  return onceAnother(record, report(reclaim.at))
}

/** Reports a transaction as if this page had sent it. */
function followSingle(record: JournalRecord, about: Intention | undefined): Report {
  const { transactions, outcome } = record
  const [first = ''] = transactions.map(one => one.signature)
  const flight = about && openFlight(about, 'pageBefore')
  const words = wordsOf(about)
  flight?.update({ state: outcome.status, signature: first })
  let toast = outcome.status === 'unknown' ? openToast({ ...words.sent, signature: first }) : undefined
  // The page before has already sounded an outcome that it knew.
  let sounded = about?.kind === 'trade' || about?.kind === 'swap' ? outcome.status : undefined

  return now => {
    const { status, signature = first, error, sources } = now
    if (status === 'confirmed' && about?.kind === 'nonce')
      void import('./nonces.ts').then(({ takeIntoUse }) => takeIntoUse(about))
    flight?.update({
      state: status,
      signature,
      isRolledBack: isTernError(error, 'send/rolledBack'),
      ...leftOf(now),
      ...(sources !== undefined && { sources }),
      ...(error !== undefined && status !== 'unknown' && { why: error.message }),
    })
    if (sounded === 'unknown' && status !== 'unknown') sound(status === 'confirmed' ? 'confirmed' : 'failed')
    if (sounded === 'unknown') sounded = status
    toast ??= openToast({ ...words.sent, signature })
    toast.update(words.of(signature, now))
  }
}

/** Returns the words of the toast: `sent` before an outcome is known, `of` for each outcome. */
function wordsOf(about: Intention | undefined) {
  if (about?.kind === 'transfer') {
    const detail = 'Sent before you reloaded.'
    return {
      sent: { state: 'sent', title: `Withdrawing ${about.detail}`, detail } as const,
      of: (signature: string, now: Settled) => withdrawalToast(about, signature, now),
    }
  }
  const detail = about === undefined ? '' : `${whatOf(about)} (sent before you reloaded).`
  if (about?.kind === 'nonce')
    return {
      sent: { state: 'sent', title: 'Sending transaction', detail } as const,
      of: (signature: string, now: Settled) => nonceToast(about, signature, now),
    }
  return {
    sent: { state: 'sent', title: 'Sending transaction', detail } as const,
    of: tradeToast(detail, about?.isByNonce === true),
  }
}

const tradeToast = (detail: string, isByNonce: boolean) => (signature: string, now: Settled) => {
  const { status, error, sources } = now
  if (status === 'confirmed') return { state: 'confirmed', title: 'Order submitted:', detail, signature } as const
  if (status === 'unknown') {
    const words = `${detail} ${mayLandText(isByNonce)} Do not send again yet.`
    return { state: 'unknown', title: errorText(error), detail: words, signature, ...leftOf(now) } as const
  }
  if (status === 'failed')
    return {
      state: 'failed',
      title: errorText(error),
      detail: `${detail}${weakProofText(sources)}`,
      signature,
    } as const
  const expired = `${detail} ${expiredText(sources)}`.trim()
  return { state: 'failed', title: 'Transaction expired', detail: expired, signature } as const
}

/** Reports all transactions of a reclaim in a single toast and a single flight, once a record of it is taken over. */
function followReclaim(reclaim: SentReclaim, took: TookMs): (at: number) => Report {
  const about = aboutOf({ timestamp: reclaim.timestamp, note: { about: reclaim.about } })
  const detail = `${about && whatOf(about)} (sent before you reloaded).`
  let { steps } = reclaim
  let flight: ReturnType<typeof openFlight> | undefined
  let toast: ReturnType<typeof openToast> | undefined

  function note() {
    const progress = progressOf(steps, { isLive: false, took, name: reclaim.id })
    flight?.update(progress)
    return progress
  }

  return at => {
    flight ??= about && openFlight(about, 'pageBefore')
    const { state, signature } = note()
    const sent = { title: 'Sending transaction', detail, ...(signature !== undefined && { signature }) }
    if (state === 'unknown') toast ??= openToast({ state: 'sent', ...sent })
    return now => {
      steps = steps.map((step, i) => {
        const { blocksLeft: _, lastHeight: __, error: ___, ...known } = step
        return i === at ? { ...known, ...now } : step
      })
      const progress = note()
      const returned = steps
        .filter(({ status }) => status === 'confirmed')
        .flatMap(({ accounts }) => accounts)
        .reduce((sum, { lamports }) => sum + lamports, 0n)
      const stopped: Flight | undefined = about && { ...about, id: 0, ...progress }
      toast ??= openToast({ state: 'sent', ...sent })
      if (progress.state === 'stopped') stoppedToasts.set(reclaim.id, toast)
      const status = steps.some(one => one.status === 'unknown') ? 'unknown' : now.status
      toast.update(reclaimToast({ status, steps, returned }, detail, () => stopped && void goOnWithReclaim(stopped)))
    }
  }
}
