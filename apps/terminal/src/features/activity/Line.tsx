import { useEffect, useId, useRef, useState } from 'react'
import type { Flight } from '../../data/activity/flights.ts'
import type { Item } from '../../data/activity/items.ts'
import type { NameOf } from '../../data/activity/namesOf.ts'
import { useBlocksLeft } from '../../data/stream/latestBlockhash.ts'
import { useMinute } from '../../data/useMinute.ts'
import { whenText } from '../../text/timeText.ts'
import { ExplorerLink, ShortAddress } from '../../ui/Address.tsx'
import { TransactionState } from '../../ui/TransactionState.tsx'
import { Details } from './Details.tsx'
import { Resume } from './Resume.tsx'
import { Steps } from './Steps.tsx'
import { wordsOf } from './wording.ts'

interface LineProps {
  readonly item: Item
  readonly nameOf: NameOf
  /** Whether the transaction stopped and can be resumed. */
  readonly canResume: boolean
  /** Whether the page's URL names this line: it opens and scrolls into view. */
  readonly isMeant: boolean
  /** Receives the key of the opened line, or `undefined` when the line that the URL names is closed. */
  readonly onOpen: (key: string | undefined) => void
}

/** One transaction of the list. A press opens its details. */
export function Line({ item, nameOf, canResume, isMeant, onOpen }: LineProps) {
  const [isOpen, setOpen] = useState(isMeant)
  const details = useId()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isMeant) return
    setOpen(true)
    line.current?.scrollIntoView({ block: 'nearest' })
  }, [isMeant])
  const turn = () => {
    setOpen(!isOpen)
    if (!isOpen) onOpen(item.key)
    else if (isMeant) onOpen(undefined)
  }
  const { entry, flight, timestampSeconds } = item
  const { title, detail } =
    entry === undefined ? { title: flight?.title, detail: flight?.detail } : wordsOf(entry, nameOf)
  const signature = entry?.signature ?? flight?.signature
  const steps = entry === undefined ? flight?.steps : undefined
  return (
    <li ref={line}>
      <div className="transaction">
        <span className="transaction-when">
          <When seconds={timestampSeconds} />
        </span>
        <span className="transaction-what">
          <button type="button" aria-expanded={isOpen} aria-controls={details} onClick={turn}>
            <b>{title}</b>
          </button>{' '}
          <span className="soft">{detail}</span>
        </span>
        <span className="transaction-state">
          <TransactionState item={item} />
        </span>
        <span className="transaction-signature faint">
          {signature === undefined ? null : <ShortAddress address={signature} />}
        </span>
        <span className="transaction-explorer">
          {signature === undefined ? null : <ExplorerLink value={signature} kind="transaction" />}
        </span>
      </div>
      {entry === undefined && flight?.state === 'unknown' ? (
        <UnknownNote flight={flight} name={flight.mint && nameOf(flight.mint)?.symbol} />
      ) : null}
      {steps === undefined ? null : (
        <div className="transaction-details">
          <Steps steps={steps} />
          {canResume && flight !== undefined ? <Resume flight={flight} steps={steps} /> : null}
        </div>
      )}
      <div id={details} hidden={!isOpen}>
        {isOpen ? <Details item={item} nameOf={nameOf} /> : null}
      </div>
    </li>
  )
}

function When({ seconds }: { seconds: number | null }) {
  const now = useMinute()
  if (seconds === null) return <span>–</span>
  return <time dateTime={new Date(seconds * 1000).toISOString()}>{whenText(seconds, new Date((now - 1) * 1000))}</time>
}

/** Nominal time of a block (slot), for the estimate in seconds. */
const blockMs = 400

function UnknownNote({ flight, name }: { flight: Flight; name: string | undefined }) {
  const left = useBlocksLeft(flight)
  const locked = {
    trade: `Trading ${name ?? 'this token'}`,
    swap: 'The Swap page',
    liquidity: 'Changing liquidity',
    wrap: 'Wrapping SOL',
    transfer: 'The same withdrawal',
    rent: 'Reclaiming rent',
    nonce: 'The nonce account',
  }
  return (
    <div className="transaction-details">
      <p className="note">
        <b>! {flight.isRolledBack === true ? 'Rolled back by the chain' : 'Transaction confirm timed out'}.</b>{' '}
        {flight.isByNonce === true ? 'It may still land until you cancel it on the Wallets page.' : landsWithin(left)}{' '}
        Do not send again yet. {locked[flight.kind]} is locked until then.
      </p>
    </div>
  )
}

function landsWithin(blocks: number | undefined): string {
  if (blocks === undefined) return 'It may still land.'
  if (blocks === 0) return 'Its last block has passed. Checking whether it landed.'
  return `It may still land for ${blocks} ${blocks === 1 ? 'block' : 'blocks'}, about ${Math.ceil((blocks * blockMs) / 1000)} s.`
}
