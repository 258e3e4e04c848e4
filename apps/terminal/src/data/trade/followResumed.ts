import { type JournalRecord, resumeSent, type SentNote, type Settled } from '@tern/client'
import { errorText } from '../../text/errorText.ts'
import { expiredText } from '../../text/expiredText.ts'
import { type Intention, openFlight } from '../activity/flights.ts'
import { notifyConfirmed, notifySent } from '../referral/notify.ts'
import { openToast } from '../toasts.ts'
import { clientWithProviders } from './planTrade.ts'

/** Takes up these records, and tells what becomes of them. */
export async function followResumed(ids: ReadonlySet<string>): Promise<void> {
  await resumeSent(await clientWithProviders(), record => (ids.has(record.id) ? follow(record) : undefined))
}

/** Tells of it as of one that this page sent; nothing that the page before has told already. */
function follow({ transactions, outcome, note, timestamp }: JournalRecord): (now: Settled) => void {
  const about = (note as SentNote | undefined)?.about as Intention | undefined
  const [signature = ''] = transactions.map(one => one.signature)
  const detail = about === undefined ? '' : `${about.title}, ${about.detail}, sent before the page was loaded.`
  const flight = about && openFlight(about, Date.now, timestamp)
  let told = outcome.status
  flight?.update({ state: told, signature })
  let toast =
    told === 'unknown' ? openToast({ state: 'sent', title: 'Sending transaction', detail, signature }) : undefined

  return ({ status, error, blocksLeft, sources }) => {
    if (status === told) return
    told = status
    // The page before may not have come to telling of it.
    if (status === 'confirmed') void notifySent(signature).then(() => notifyConfirmed(signature))
    const known = {
      ...(status === 'unknown' && blocksLeft !== undefined && { blocksLeft }),
      ...(sources !== undefined && { sources }),
    }
    flight?.update({ state: status, signature, ...known, ...(error !== undefined && { why: error.message }) })
    toast ??= openToast({ state: 'sent', title: 'Sending transaction', detail, signature })
    if (status === 'confirmed') toast.update({ state: 'confirmed', title: 'Order submitted:', detail, signature })
    else if (status === 'unknown') toast.update({ state: 'unknown', title: errorText(error), detail, signature })
    else if (status === 'failed') toast.update({ state: 'failed', title: errorText(error), detail, signature })
    else {
      const expired = `${detail} ${expiredText(sources)}`.trim()
      toast.update({ state: 'failed', title: 'Transaction expired', detail: expired, signature })
    }
  }
}
