import type { Plan, SwapQuote } from '@tern/client'
import { formatPercent } from '@tern/core'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { impactLevel, impactText } from '../../text/impact.ts'
import { fractionNeeded } from '../../text/numberText.ts'
import { Amount, Skeleton, Unknown } from '../../ui/Amount.tsx'
import { PaidPart } from '../../ui/PaidPart.tsx'
import { BlankCosts, PreviewLine, PreviewPart } from '../../ui/Preview.tsx'
import { Slippage } from '../../ui/Slippage.tsx'
import '../../ui/tradePreview.css'
import { routeFeeShare } from './routeFigures.ts'
import type { SwapUnit } from './unitsOf.ts'

interface SwapPreviewProps {
  readonly quote: SwapQuote | undefined
  readonly plan: Plan | undefined
  readonly pay: SwapToken | undefined
  readonly receive: SwapToken | undefined
  readonly slippageBps: number
  readonly unitOf: (mint: string) => SwapUnit
  readonly isPending: boolean
}

/** Shows all that a swap gives and takes, before the press. The total is the exact sum of its lines, in lamports. */
export function SwapPreview({ quote, plan, pay, receive, slippageBps, unitOf, isPending }: SwapPreviewProps) {
  if (quote === undefined || pay === undefined || receive === undefined)
    return <BlankPreview slippageBps={slippageBps} isPending={isPending} />
  const { route, amountIn, maxIn, amountOut, minOut, leftovers } = quote
  const isExactIn = route.mode === 'exactIn'
  const level = impactLevel(route.priceImpact)
  const gotDigits = { fraction: fractionNeeded([amountOut, minOut], receive, 0) }
  const paidDigits = { fraction: fractionNeeded([amountIn, maxIn], pay, 0) }
  return (
    <div className={isPending ? 'preview pending' : 'preview'} aria-busy={isPending}>
      <PreviewPart title="You get">
        <PreviewLine label={isExactIn ? 'Expected' : 'Exactly'}>
          <Amount raw={amountOut} of={receive} digits={gotDigits} unit={receive.symbol} />
        </PreviewLine>
        {isExactIn ? (
          <PreviewLine label={<Limit name="Minimum" slippageBps={slippageBps} />}>
            <Amount raw={minOut} of={receive} digits={gotDigits} />
          </PreviewLine>
        ) : null}
        {leftovers.map(({ token, amount }) => (
          <PreviewLine key={token.mint} label={`Left over in ${unitOf(token.mint).symbol}`}>
            <Amount raw={amount} of={unitOf(token.mint)} digits="whole" unit={unitOf(token.mint).symbol} />
          </PreviewLine>
        ))}
        <PreviewLine label="Price impact" look={level === 'plain' ? undefined : level}>
          {level === 'plain' ? '' : '! '}
          {impactText(route.priceImpact)}
        </PreviewLine>
        <PreviewLine label="Pool fees (included in the rate)">
          {formatPercent(routeFeeShare(route), 2, { rounding: 'halfUp' })}%
        </PreviewLine>
      </PreviewPart>
      {plan?.isVerified === false ? (
        <p className="note">
          <b>! Not verified on chain.</b> Tern simulates this swap before signing: the{' '}
          {isExactIn ? 'minimum can only rise' : 'maximum can only fall'}, and a failing swap is not sent.
        </p>
      ) : null}
      {pay.isNative === true && isExactIn ? null : (
        <PreviewPart title={pay.isNative === true ? 'You swap' : 'You pay'}>
          <PreviewLine label={isExactIn ? 'Amount in' : 'Expected amount in'}>
            <Amount raw={amountIn} of={pay} digits={paidDigits} unit={pay.symbol} />
          </PreviewLine>
          {isExactIn ? null : (
            <PreviewLine label={<Limit name="Maximum" slippageBps={slippageBps} />}>
              <Amount raw={maxIn} of={pay} digits={paidDigits} />
            </PreviewLine>
          )}
        </PreviewPart>
      )}
      {plan === undefined ? null : (
        <PaidPart
          title={pay.isNative === true ? 'You pay' : 'You pay in SOL'}
          lines={plan.pay}
          totalLamports={plan.totalLamports}
          foldLabel="Fees, tips and rent"
        />
      )}
    </div>
  )
}

function Limit({ name, slippageBps }: { name: string; slippageBps: number }) {
  return (
    <>
      {name} (slippage <Slippage bps={slippageBps} />)
    </>
  )
}

/** The usual lines, so that little moves when the figures arrive. */
function BlankPreview({ slippageBps, isPending }: Pick<SwapPreviewProps, 'slippageBps' | 'isPending'>) {
  const blank = isPending ? <Skeleton width={72} /> : <Unknown />
  return (
    <div className="preview">
      <PreviewPart title="You get">
        <PreviewLine label="Expected">{blank}</PreviewLine>
        <PreviewLine label={<Limit name="Minimum" slippageBps={slippageBps} />}>{blank}</PreviewLine>
        <PreviewLine label="Price impact">{blank}</PreviewLine>
        <PreviewLine label="Pool fees (included in the rate)">{blank}</PreviewLine>
      </PreviewPart>
      <BlankCosts
        labels={['Amount', 'Account rent', 'Priority fee', 'Network fee', 'Reserve (stays in your wallet)']}
        blank={blank}
      />
    </div>
  )
}
