import { useId, useState } from 'react'
import { useMinute } from '../../data/useMinute.ts'
import { ExplorerLink, ShortAddress } from '../../ui/Address.tsx'
import { Details } from './Details.tsx'
import type { Item } from './items.ts'
import { State } from './State.tsx'
import { Steps } from './Steps.tsx'
import { type NameOf, whenText, wordsOf } from './wording.ts'

/** One transaction; pressed, it tells everything. */
export function Line({ item, nameOf }: { item: Item; nameOf: NameOf }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { entry, flight, timestampSeconds } = item
  const { title, detail } =
    entry === undefined ? { title: flight?.title, detail: flight?.detail } : wordsOf(entry, nameOf)
  const signature = entry?.signature ?? flight?.signature
  const steps = entry === undefined ? flight?.steps : undefined
  return (
    <li>
      <div className="transaction">
        <span className="transaction-when">
          <When seconds={timestampSeconds} />
        </span>
        <span className="transaction-what">
          <button type="button" aria-expanded={isOpen} aria-controls={details} onClick={() => setOpen(!isOpen)}>
            <b>{title}</b>
          </button>{' '}
          <span className="soft">{detail}</span>
        </span>
        <span className="transaction-state">
          <State item={item} />
        </span>
        <span className="transaction-signature faint">
          {signature === undefined ? null : <ShortAddress address={signature} />}
        </span>
        <span className="transaction-explorer">
          {signature === undefined ? null : <ExplorerLink value={signature} kind="transaction" />}
        </span>
      </div>
      {entry === undefined && flight?.state === 'unknown' ? <UnknownNote blocksLeft={flight.blocksLeft} /> : null}
      {steps === undefined ? null : <Steps steps={steps} />}
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

/** A block takes about so long. */
const blockMs = 400n

function UnknownNote({ blocksLeft }: { blocksLeft: bigint | undefined }) {
  return (
    <div className="transaction-details">
      <p className="note">
        <b>! Transaction confirm timed out.</b>{' '}
        {blocksLeft === undefined
          ? 'It may still land.'
          : `It may still land for ${blocksLeft} blocks, about ${(blocksLeft * blockMs) / 1000n} s.`}{' '}
        Do not send again yet.
      </p>
    </div>
  )
}
