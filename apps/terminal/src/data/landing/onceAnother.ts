import type { JournalRecord, Settled } from '@tern/client'

/**
 * Tells nothing that the page before has told already. Of its confirmation `onConfirmed` hears once all the same: the page before may
 * have gone between noting it down and doing what follows from it.
 */
export function onceAnother(
  { outcome }: Pick<JournalRecord, 'outcome'>,
  tell: (now: Settled) => void,
  onConfirmed?: (now: Settled) => void,
): (now: Settled) => void {
  let told = outcome.status
  let isHeard = false
  return now => {
    if (now.status === 'confirmed' && !isHeard) {
      isHeard = true
      onConfirmed?.(now)
    }
    if (now.status === told && now.status !== 'unknown') return
    told = now.status
    tell(now)
  }
}
