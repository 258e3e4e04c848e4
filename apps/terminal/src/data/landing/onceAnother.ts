import type { JournalRecord, Settled } from '@tern/client'

/**
 * Tells only what the page before has not told already. `onConfirmed` is called once in any case: the page before may have gone
 * between writing the confirmation down and acting on it.
 */
export function onceAnother(
  { outcome }: Pick<JournalRecord, 'outcome'>,
  tell: (now: Settled) => void,
  onConfirmed?: (now: Settled) => void,
): (now: Settled) => void {
  let told = keyOf(outcome)
  let isHeard = false
  return now => {
    if (now.status === 'confirmed' && !isHeard) {
      isHeard = true
      onConfirmed?.(now)
    }
    if (keyOf(now) === told && now.status !== 'unknown') return
    told = keyOf(now)
    tell(now)
  }
}

/** After a fork another variant can land: the status stays, and the signature is another. */
const keyOf = (now: Pick<Settled, 'status' | 'signature'>) => `${now.status} ${now.signature ?? ''}`
