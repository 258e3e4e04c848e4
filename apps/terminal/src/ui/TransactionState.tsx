import type { Flight } from '../data/activity/flights.ts'
import { sentLimitMs } from '../data/toasts.ts'
import { useNow } from '../data/useNow.ts'
import { BlocksLeft } from './BlocksLeft.tsx'
import { Chip } from './Chip.tsx'
import { Ring } from './Ring.tsx'
import './transactionState.css'
import { type Item, landedBy, resumeFrom, tookText } from '../data/activity/items.ts'

/** Shows the state of a transaction. The chain's record wins over this page's own. */
export function TransactionState({ item }: { item: Item }) {
  const { entry, flight } = item
  if (entry !== undefined)
    return entry.failure === null ? (
      <>
        <Confirmed /> <Landed item={item} />
      </>
    ) : (
      <Failure why={entry.failure} />
    )
  if (flight === undefined) return null
  const stopped = stoppedAt(flight)
  if (stopped !== undefined)
    return (
      <Chip kind="danger" size="small">
        {stopped}
      </Chip>
    )
  switch (flight.state) {
    case 'sending':
    case 'sent':
      return <Underway flight={flight} />
    case 'unknown':
      return <BlocksLeft of={flight} before="unknown" />
    case 'confirmed':
      return (
        <>
          <Confirmed /> <Landed item={item} />
        </>
      )
    case 'failed':
      return <Failure why={flight.why} />
    case 'expired':
      return <Over word="expired" end={flight.sources === 1 ? 'safe to retry, says one source' : 'safe to retry'} />
    case 'refused':
      return <Over word="not sent" end={flight.why} />
    case 'stopped':
      return <Over word="stopped" end={flight.why} />
  }
}

const Confirmed = () => (
  <span className="state-word ok">
    <span aria-hidden="true">✓ </span>confirmed
  </span>
)

/** The step at which a series of transactions stopped. */
function stoppedAt({ steps, state }: Flight): string | undefined {
  if (steps === undefined || state !== 'stopped') return undefined
  return `stopped at ${resumeFrom(steps)} of ${steps.length}`
}

/** The time to land and the provider. */
function Landed({ item }: { item: Item }) {
  const words = [tookText(item), landedBy(item)].filter(word => word !== undefined)
  return words.length === 0 ? null : <span className="cell faint">{words.join(' · ')}</span>
}

function Underway({ flight }: { flight: Flight }) {
  const now = useNow() * 1000
  const seconds = Math.min(sentLimitMs, Math.max(0, now - flight.startedAtMs)) / 1000
  return (
    <>
      <span className="state">
        <Ring />
        {flight.state === 'sending' ? 'sending' : 'waiting'}
      </span>{' '}
      <span className="cell faint" aria-hidden="true">
        {Math.floor(seconds)} s of {sentLimitMs / 1000}
      </span>
    </>
  )
}

const Failure = ({ why }: { why: string | undefined }) => (
  <>
    <Chip kind="danger" size="small">
      failed
    </Chip>{' '}
    <span className="cell soft">{why}</span>
  </>
)

const Over = ({ word, end }: { word: string; end: string | undefined }) => (
  <>
    <span className="state-word soft">
      <span aria-hidden="true">○ </span>
      {word}
    </span>{' '}
    <span className="cell faint">{end}</span>
  </>
)
