import type { JournalRecord, Settled } from '@tern/client'

/**
 * Passes on only the outcomes that the page before has not reported. *Unknown* is always passed on.
 * Calls `onConfirmed` once in any case: the page before may have closed after it noted the confirmation, before it acted.
 */
export function onceAnother(
  { outcome }: Pick<JournalRecord, 'outcome'>,
  report: (now: Settled) => void,
  onConfirmed?: (now: Settled) => void,
): (now: Settled) => void {
  let reported = keyOf(outcome)
  let isConfirmed = false
  return now => {
    if (now.status === 'confirmed' && !isConfirmed) {
      isConfirmed = true
      onConfirmed?.(now)
    }
    if (keyOf(now) === reported && now.status !== 'unknown') return
    reported = keyOf(now)
    report(now)
  }
}

/** The key includes the signature: after a fork, another variant may be confirmed, with the same status. */
const keyOf = (now: Pick<Settled, 'status' | 'signature'>) => `${now.status} ${now.signature ?? ''}`
