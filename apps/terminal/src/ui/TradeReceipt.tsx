import type { ReceiptLine as Line, TradeReceipt as Planned } from '@tern/client'
import { wrappedNativeMint } from '@tern/core'
import { impactLevel, impactText, moveText } from '../text/impact.ts'
import { fractionNeeded, inSol, type TokenUnit } from '../text/numberText.ts'
import { Amount, Skeleton, Unknown } from './Amount.tsx'
import { PaidPart } from './PaidPart.tsx'
import { ReceiptLine, ReceiptPart } from './Receipt.tsx'
import { Slippage } from './Slippage.tsx'
import { Tooltip } from './Tooltip.tsx'
import './tradeReceipt.css'

interface TradeReceiptProps {
  readonly side: 'buy' | 'sell'
  readonly receipt: Planned | undefined
  /** The traded token's unit and symbol. */
  readonly token: TokenUnit & { readonly symbol: string }
  /** The tokens that a sale gives, as text. They are not part of the sum in SOL. */
  readonly sold: string | undefined
  /** Basis points; `undefined` if unknown. */
  readonly slippageBps: number | undefined
  /** `true` if newer figures are being computed. */
  readonly isPending: boolean
}

/** Shows all that a trade gives and takes, before the press. The total is the exact sum of the lines, in lamports. */
export function TradeReceipt({ side, receipt, token, sold, slippageBps, isPending }: TradeReceiptProps) {
  if (receipt === undefined) return <BlankReceipt {...{ side, slippageBps, isPending }} />
  const { get } = receipt
  const [of, unit] = get.token.mint === wrappedNativeMint ? ([inSol, 'SOL'] as const) : ([token, token.symbol] as const)
  const level = impactLevel(get.priceImpact)
  const digits = { fraction: fractionNeeded([get.expected, get.afterTransferFee, get.minimum], of, 0) }
  return (
    <div className={isPending ? 'receipt pending' : 'receipt'} aria-busy={isPending}>
      <ReceiptPart title={sold === undefined ? 'You get' : `You get for ${sold}`}>
        <ReceiptLine label="Expected">
          <Amount raw={get.expected} of={of} digits={digits} unit={unit} />
        </ReceiptLine>
        {get.afterTransferFee === get.expected ? null : (
          <ReceiptLine label="After token tax">
            <Amount raw={get.afterTransferFee} of={of} digits={digits} />
          </ReceiptLine>
        )}
        <ReceiptLine label={<Minimum slippageBps={slippageBps} />}>
          <Amount raw={get.minimum} of={of} digits={digits} />
        </ReceiptLine>
        <ReceiptLine label="Price impact" look={level === 'plain' ? undefined : level}>
          {level === 'plain' ? '' : '! '}
          {impactText(get.priceImpact)}
        </ReceiptLine>
        {side === 'buy' ? (
          <ReceiptLine label="Break-even move" note="fees and impact">
            {get.breakEven === null ? <Unknown /> : moveText(get.breakEven)}
          </ReceiptLine>
        ) : null}
      </ReceiptPart>
      {get.isVerified ? null : (
        <p className="note">
          <b>! Not verified on chain.</b> Tern simulates this trade before signing: the minimum can only rise, and a
          failing trade is not sent.
        </p>
      )}
      <PaidPart
        title={
          <>
            You pay <WhatFor pay={receipt.pay} />
          </>
        }
        lines={receipt.pay}
        totalLamports={receipt.totalLamports}
        foldLabel="Fees, tips and rent"
      />
    </div>
  )
}

function Minimum({ slippageBps }: Pick<TradeReceiptProps, 'slippageBps'>) {
  return (
    <>
      Minimum (slippage <Slippage bps={slippageBps} />)
    </>
  )
}

const whatFor: { readonly [K in Line['kind']]?: string } = {
  tradeFee: 'goes to the operator of this server.',
  priority: 'pays the network to land your trade sooner.',
  bribe: 'is a tip for the provider that lands your trade.',
  rent: 'is a deposit for an account; its line says when it returns.',
  network: 'is the chain’s fee for signatures.',
  slippage: 'is spent only if the price rises before the trade lands.',
  margin: 'is not spent: the chain requires some SOL in a wallet.',
}

/**
 * Explains the lines of the bill behind one button, because a button for each line would come before the main button.
 */
function WhatFor({ pay }: Pick<Planned, 'pay'>) {
  const lines = pay.filter(({ kind }, i) => kind in whatFor && pay.findIndex(line => line.kind === kind) === i)
  return (
    <Tooltip
      className="what-for"
      tip={lines.map(({ kind, label }) => (
        <span key={kind} className="what-for-line">
          <b>{label}</b> {whatFor[kind]}
        </span>
      ))}
    >
      <span aria-hidden="true">?</span>
      <span className="visually-hidden">Explain the lines</span>
    </Tooltip>
  )
}

/** The usual lines, so that little moves when the figures arrive. */
const blankLines = {
  buy: [
    'Amount',
    'Trade fee 1%',
    'Priority fee',
    'Bribe',
    'Account rent',
    'Network fee',
    'Reserve (stays in your wallet)',
  ],
  sell: ['Trade fee 1%', 'Priority fee', 'Bribe', 'Network fee', 'Reserve (stays in your wallet)'],
} as const

function BlankReceipt({ side, slippageBps, isPending }: Pick<TradeReceiptProps, 'side' | 'slippageBps' | 'isPending'>) {
  const blank = isPending ? <Skeleton width={72} /> : <Unknown />
  return (
    <div className="receipt">
      <ReceiptPart title="You get">
        <ReceiptLine label="Expected">{blank}</ReceiptLine>
        <ReceiptLine label={<Minimum slippageBps={slippageBps} />}>{blank}</ReceiptLine>
        <ReceiptLine label="Price impact">{blank}</ReceiptLine>
        {side === 'buy' ? (
          <ReceiptLine label="Break-even move" note="fees and impact">
            {blank}
          </ReceiptLine>
        ) : null}
      </ReceiptPart>
      <ReceiptPart title="You pay">
        {blankLines[side].map(label => (
          <ReceiptLine key={label} label={label} kind={label === 'Amount' ? 'line' : 'detail'}>
            {blank}
          </ReceiptLine>
        ))}
        <ReceiptLine label="Total held" kind="sum">
          {blank}
        </ReceiptLine>
      </ReceiptPart>
    </div>
  )
}
