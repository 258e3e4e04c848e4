import type { PreviewLine as Line, TradePreview as Planned } from '@tern/client'
import { wrappedNativeMint } from '@tern/core'
import { impactLevel, impactText, moveText } from '../text/impact.ts'
import { fractionNeeded, inSol, type TokenUnit } from '../text/numberText.ts'
import { Amount, Skeleton, Unknown } from './Amount.tsx'
import { PaidPart } from './PaidPart.tsx'
import { BlankCosts, PreviewLine, PreviewPart } from './Preview.tsx'
import { Slippage } from './Slippage.tsx'
import { Tooltip } from './Tooltip.tsx'
import './tradePreview.css'

interface TradePreviewProps {
  readonly side: 'buy' | 'sell'
  readonly preview: Planned | undefined
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
export function TradePreview({ side, preview, token, sold, slippageBps, isPending }: TradePreviewProps) {
  if (preview === undefined) return <BlankPreview {...{ side, slippageBps, isPending }} />
  const { get } = preview
  const [of, unit] = get.token.mint === wrappedNativeMint ? ([inSol, 'SOL'] as const) : ([token, token.symbol] as const)
  const level = impactLevel(get.priceImpact)
  const digits = { fraction: fractionNeeded([get.expected, get.afterTransferFee, get.minimum], of, 0) }
  return (
    <div className={isPending ? 'preview pending' : 'preview'} aria-busy={isPending}>
      <PreviewPart title={sold === undefined ? 'You get' : `You get for ${sold}`}>
        <PreviewLine label="Expected">
          <Amount raw={get.expected} of={of} digits={digits} unit={unit} />
        </PreviewLine>
        {get.afterTransferFee === get.expected ? null : (
          <PreviewLine label="After token tax">
            <Amount raw={get.afterTransferFee} of={of} digits={digits} />
          </PreviewLine>
        )}
        <PreviewLine label={<Minimum slippageBps={slippageBps} />}>
          <Amount raw={get.minimum} of={of} digits={digits} />
        </PreviewLine>
        <PreviewLine label="Price impact" look={level === 'plain' ? undefined : level}>
          {level === 'plain' ? '' : '! '}
          {impactText(get.priceImpact)}
        </PreviewLine>
        {side === 'buy' ? (
          <PreviewLine label="Break-even move" note="fees and impact">
            {get.breakEven === null ? <Unknown /> : moveText(get.breakEven)}
          </PreviewLine>
        ) : null}
      </PreviewPart>
      {get.isVerified ? null : (
        <p className="note">
          <b>! Not verified on chain.</b> Tern simulates this trade before signing: the minimum can only rise, and a
          failing trade is not sent.
        </p>
      )}
      <PaidPart
        title={
          <>
            You pay <WhatFor pay={preview.pay} />
          </>
        }
        lines={preview.pay}
        totalLamports={preview.totalLamports}
        foldLabel="Fees, tips and rent"
      />
    </div>
  )
}

function Minimum({ slippageBps }: Pick<TradePreviewProps, 'slippageBps'>) {
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
      <span className="visually-hidden">Explain these costs</span>
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

function BlankPreview({ side, slippageBps, isPending }: Pick<TradePreviewProps, 'side' | 'slippageBps' | 'isPending'>) {
  const blank = isPending ? <Skeleton width={72} /> : <Unknown />
  return (
    <div className="preview">
      <PreviewPart title="You get">
        <PreviewLine label="Expected">{blank}</PreviewLine>
        <PreviewLine label={<Minimum slippageBps={slippageBps} />}>{blank}</PreviewLine>
        <PreviewLine label="Price impact">{blank}</PreviewLine>
        {side === 'buy' ? (
          <PreviewLine label="Break-even move" note="fees and impact">
            {blank}
          </PreviewLine>
        ) : null}
      </PreviewPart>
      <BlankCosts labels={blankLines[side]} blank={blank} />
    </div>
  )
}
