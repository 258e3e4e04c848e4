import type { Flight, FlightStep } from '../../data/activity/flights.ts'
import { resumeFrom } from '../../data/activity/items.ts'
import { goOnWithReclaim } from '../../data/landing/reclaims.ts'
import { useStore } from '../../data/store.ts'
import { underwayOf } from '../../data/underway.ts'
import { openerOf, session } from '../../data/wallets/session.ts'
import { Button } from '../../ui/Button.tsx'

/** Resumes a series of transactions at the step where it stopped. */
export function Resume({ flight, steps }: { flight: Flight; steps: readonly FlightStep[] }) {
  const current = useStore(session)
  const underway = useStore(underwayOf(flight.subject ?? ''))
  const next = resumeFrom(steps)
  return (
    <div className="resume">
      <Button look="paper" blocked={underway !== 'none'} onClick={() => void goOnWithReclaim(flight)}>
        {underway !== 'none'
          ? 'Waiting for the last transaction'
          : current.status === 'locked'
            ? `${openerOf(current).label} to resume from step ${next}`
            : `Resume from step ${next}`}
      </Button>
      <span className="hint">{skippedText(next - 1)}</span>
    </div>
  )
}

/** Steps that landed are not sent again. */
function skippedText(count: number): string {
  if (count === 0) return 'No step has landed yet.'
  if (count === 1) return 'Step 1 will be skipped.'
  return count === 2 ? 'Steps 1 and 2 will be skipped.' : `Steps 1 to ${count} will be skipped.`
}
