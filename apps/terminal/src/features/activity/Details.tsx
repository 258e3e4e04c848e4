import { Link } from '@tanstack/react-router'
import type { Address as AddressText } from '@tern/core'
import type { ReactNode } from 'react'
import { type Item, landedBy, tookText } from '../../data/activity/items.ts'
import type { NameOf } from '../../data/activity/namesOf.ts'
import type { Entry, EntryTrade } from '../../data/activity/useActivity.ts'
import { groupDigits, inSol, unscaled } from '../../text/numberText.ts'
import { Address } from '../../ui/Address.tsx'
import { Amount, Sol } from '../../ui/Amount.tsx'

/** Lists the facts of a transaction: amounts, fees, provider, signature. */
export function Details({ item, nameOf }: { item: Item; nameOf: NameOf }) {
  const { entry, flight } = item
  const signature = entry?.signature ?? flight?.signature
  const [took, provider] = entry === undefined ? [] : [tookText(item), landedBy(item)]
  const why = entry?.failure ?? (entry === undefined ? flight?.why : undefined)
  return (
    <div className="transaction-details">
      {why == null ? null : <p className="note danger">{why}</p>}
      <dl className="box">
        {entry === undefined ? null : <Amounts entry={entry} expected={flight?.expected} nameOf={nameOf} />}
        {entry === undefined ? null : (
          <>
            <Row label="Network and priority fee">
              <Sol lamports={entry.networkFee} digits="whole" unit="SOL" />
            </Row>
            {entry.rent === 0n ? null : (
              <Row label={entry.rent > 0n ? 'Account rent (refundable)' : 'Rent returned'}>
                <Sol lamports={entry.rent < 0n ? -entry.rent : entry.rent} digits="whole" unit="SOL" />
              </Row>
            )}
            <Row label="Wallet change">
              <Sol lamports={entry.lamports} digits="whole" sign="shown" unit="SOL" />
            </Row>
            {entry.counterparty === null ? null : (
              <Row label={entry.kind === 'deposit' ? 'From' : 'To'}>
                <Address value={entry.counterparty} kind="wallet" of="the counterparty" />
              </Row>
            )}
            <Row label="Slot">{groupDigits(entry.slot)}</Row>
          </>
        )}
        {took === undefined ? null : <Row label="Time to land">{took}</Row>}
        {provider === undefined ? null : <Row label="Landed through">{provider}</Row>}
        {entry === undefined && flight?.tip !== undefined ? <Tip tip={flight.tip} /> : null}
        {signature === undefined ? null : (
          <Row label="Signature">
            <Address value={signature} kind="transaction" />
          </Row>
        )}
        {signature === undefined && entry === undefined ? <Row label="Signature">not signed</Row> : null}
      </dl>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Tip({ tip: { provider, lamports } }: { tip: { readonly provider: string; readonly lamports: bigint } }) {
  return (
    <Row label={`Tip to ${provider}`}>
      <Sol lamports={lamports} digits="whole" unit="SOL" />
    </Row>
  )
}

interface AmountsProps {
  readonly entry: Entry
  readonly expected: bigint | undefined
  readonly nameOf: NameOf
}

function Amounts({ entry, expected, nameOf }: AmountsProps) {
  const { trade, tokens } = entry
  if (trade === null)
    return tokens.map(({ mint, amount, decimals }) => (
      <Row key={mint} label={nameOf(mint)?.symbol ?? 'Token'}>
        <Amount raw={amount} of={nameOf(mint)?.unit ?? unscaled(decimals)} digits="whole" sign="shown" />
      </Row>
    ))
  return <TradeAmounts trade={trade} entry={entry} expected={expected} nameOf={nameOf} />
}

function TradeAmounts({ trade, entry, expected, nameOf }: AmountsProps & { trade: EntryTrade }) {
  const [paid, got] = trade.side === 'buy' ? [null, trade.mint] : [trade.mint, null]
  const isDone = trade.amountIn !== null && trade.amountOut !== null
  const fees = isDone ? feesBeside(entry, trade) : undefined
  return (
    <>
      <Row label="Token">
        <Link to="/t/$mint" params={{ mint: trade.mint }}>
          {nameOf(trade.mint)?.symbol ?? trade.mint}
        </Link>{' '}
        <span className="faint">{trade.protocol}</span>
      </Row>
      {isDone ? (
        <>
          <Row label="Paid">
            <Units amount={trade.amountIn} of={paid} nameOf={nameOf} />
          </Row>
          <Row label="Received">
            <Units amount={trade.amountOut} of={got} nameOf={nameOf} />
          </Row>
        </>
      ) : null}
      {expected === undefined ? null : (
        <Row label="Expected">
          <Units amount={expected} of={got} nameOf={nameOf} />
        </Row>
      )}
      {trade.minOut === null ? null : (
        <Row label="Minimum">
          <Units amount={trade.minOut} of={got} nameOf={nameOf} />
        </Row>
      )}
      {isDone || trade.maxIn === null ? null : (
        <Row label="Maximum">
          <Units amount={trade.maxIn} of={paid} nameOf={nameOf} />
        </Row>
      )}
      {entry.tradeFee === 0n ? null : (
        <Row label="Trade fee">
          <Sol lamports={entry.tradeFee} digits="whole" unit="SOL" />
        </Row>
      )}
      {entry.tip === null ? null : <Tip tip={entry.tip} />}
      {fees === undefined || fees === 0n ? null : (
        <Row label={othersLabel(entry)}>
          <Sol lamports={fees} digits="whole" unit="SOL" />
        </Row>
      )}
    </>
  )
}

/** Labels the remaining cost, without the parts that have a row of their own. */
const othersLabel = ({ tip, tradeFee }: Entry) =>
  ['Venue accounts', tip === null && 'tips', tradeFee === 0n && 'other fees'].filter(Boolean).join(', ')

/**
 * The part of a trade's cost that no other row shows: not the venue's amounts, the network fee, Tern's fee or the tip.
 *
 * @returns lamports; may include rent of venue accounts, and tips or fees that could not be recognised
 */
function feesBeside(
  { lamports, rent, networkFee, tip, tradeFee }: Entry,
  { side, amountIn, amountOut }: EntryTrade,
): bigint {
  const moved = lamports + rent + networkFee + tradeFee + (tip?.lamports ?? 0n)
  return side === 'buy' ? -moved - (amountIn ?? 0n) : (amountOut ?? 0n) - moved
}

interface UnitsProps {
  readonly amount: bigint | null
  /** `null` means SOL. */
  readonly of: AddressText | null
  readonly nameOf: NameOf
}

function Units({ amount, of, nameOf }: UnitsProps) {
  if (of === null) return <Sol lamports={amount} digits="whole" unit="SOL" />
  const named = nameOf(of)
  return <Amount raw={named && amount} of={named?.unit ?? inSol} digits="whole" unit={named?.symbol ?? ''} />
}
