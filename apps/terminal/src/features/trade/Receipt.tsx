import type { TradeReceipt } from '@tern/client'
import { wrappedNativeMint } from '@tern/core'
import type { ReactNode } from 'react'
import { Amount, Skeleton, Sol, Unknown } from '../../ui/Amount.tsx'
import { fractionNeeded } from '../../ui/numberText.ts'
import { impactLevel, impactText } from './impact.ts'

interface ReceiptProps {
  readonly receipt: TradeReceipt | undefined
  readonly symbol: string
  /** The tokens that a sell gives, in words: they are no part of the sum in SOL. */
  readonly sold: string | undefined
  readonly slippageText: string
  /** Whether the figures are being worked out anew. */
  readonly isPending: boolean
}

/** Everything the trade gives and takes, before the click. The total is the sum of the lines, to the lamport. */
export function Receipt({ receipt, symbol, sold, slippageText, isPending }: ReceiptProps) {
  const blank = isPending ? <Skeleton width={72} /> : <Unknown />
  if (receipt === undefined)
    return (
      <div className="receipt">
        <Part title="You get">
          <Row label="Expected">{blank}</Row>
          <Row label={`Minimum (slippage ${slippageText})`}>{blank}</Row>
          <Row label="Price impact">{blank}</Row>
        </Part>
        <Part title="You pay">
          {['Amount', 'Trade fee 1%', 'Priority fee', 'Bribe', 'Account rent'].map(label => (
            <Row key={label} label={label}>
              {blank}
            </Row>
          ))}
          <Row label="Total held" isSum>
            {blank}
          </Row>
        </Part>
      </div>
    )
  const { get, pay, totalLamports } = receipt
  const { token } = get
  const unit = token.mint === wrappedNativeMint ? 'SOL' : symbol
  const level = impactLevel(get.priceImpact)
  const fraction = fractionNeeded([...pay.map(line => line.lamports), totalLamports], 9, 5)
  return (
    <div className={isPending ? 'receipt pending' : 'receipt'} aria-busy={isPending}>
      <Part title={sold === undefined ? 'You get' : `You get for ${sold}`}>
        <Row label="Expected">
          <Amount raw={get.expected} decimals={token.decimals} digits="whole" unit={unit} />
        </Row>
        {get.afterTransferFee === get.expected ? null : (
          <Row label="After transfer fee">
            <Amount raw={get.afterTransferFee} decimals={token.decimals} digits="whole" />
          </Row>
        )}
        <Row label={`Minimum (slippage ${slippageText})`}>
          <Amount raw={get.minimum} decimals={token.decimals} digits="whole" />
        </Row>
        <Row label="Price impact" look={level === 'plain' ? undefined : level}>
          {level === 'plain' ? '' : '! '}
          {impactText(get.priceImpact)}
        </Row>
      </Part>
      <Part title="You pay">
        {pay.map(line => (
          <Row key={`${line.kind} ${line.label}`} label={line.label} note={line.note}>
            <Sol lamports={line.lamports} digits={{ fraction }} />
          </Row>
        ))}
        <Row label="Total held" isSum>
          <Sol lamports={totalLamports} digits={{ fraction }} unit="SOL" />
        </Row>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="box">
      <h2 className="caption">{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

interface RowProps {
  readonly label: string
  readonly children: ReactNode
  readonly note?: string | undefined
  readonly look?: 'warn' | 'danger' | undefined
  readonly isSum?: boolean
}

function Row({ label, children, note, look, isSum = false }: RowProps) {
  return (
    <div className={isSum ? 'row sum' : 'row'}>
      <dt>
        {label}
        {note === undefined ? null : <span className="faint">: {note}</span>}
      </dt>
      <dd className={look}>{children}</dd>
    </div>
  )
}
