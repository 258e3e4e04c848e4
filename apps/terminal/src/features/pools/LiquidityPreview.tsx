import type { Plan } from '@tern/client'
import type { Ratio } from '@tern/core'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { fractionNeeded, type TokenUnit } from '../../text/numberText.ts'
import { Amount, Skeleton, Unknown } from '../../ui/Amount.tsx'
import { PaidPart } from '../../ui/PaidPart.tsx'
import { PreviewLine, PreviewPart } from '../../ui/Preview.tsx'
import { Slippage } from '../../ui/Slippage.tsx'
import { shareText } from './poolTexts.ts'
import '../../ui/tradePreview.css'

/** A token of a preview, with its amounts in raw units. */
export interface PreviewAmount {
  readonly token: SwapToken
  /** Expected to leave or to arrive. */
  readonly expected: bigint
  /** Max that leaves, or min that arrives. */
  readonly limit: bigint
  readonly transferFee: bigint
}

interface LiquidityPreviewProps {
  readonly kind: 'add' | 'remove'
  /** In the page's order. Unset: no quote. */
  readonly amounts: readonly PreviewAmount[] | undefined
  readonly lpAmount: bigint | undefined
  readonly lpUnit: TokenUnit
  /** The share of the pool that is bought or given back. */
  readonly share: Ratio | undefined
  readonly plan: Plan | undefined
  readonly slippageBps: number
  readonly isPending: boolean
}

const titles = {
  add: { tokens: 'You deposit', expected: 'Expected', limit: 'Maximum', lp: 'You get', share: 'Share of the pool' },
  remove: {
    tokens: 'You get',
    expected: 'Expected',
    limit: 'Minimum',
    lp: 'You redeem',
    share: 'Share of the pool',
  },
} as const

/** Shows all that a change of liquidity gives and takes, before the press. */
export function LiquidityPreview(props: LiquidityPreviewProps) {
  const { kind, amounts, lpAmount, lpUnit, share, plan, slippageBps, isPending } = props
  const { tokens, expected, limit, lp, share: shareLabel } = titles[kind]
  const blank = isPending ? <Skeleton width={72} /> : <Unknown />
  const lpPart = (
    <PreviewPart title={lp}>
      <PreviewLine label="LP tokens">
        {lpAmount === undefined ? blank : <Amount raw={lpAmount} of={lpUnit} digits="whole" unit="LP" />}
      </PreviewLine>
      <PreviewLine label={shareLabel}>{share === undefined ? blank : shareText(share)}</PreviewLine>
    </PreviewPart>
  )
  return (
    <div className={isPending && amounts !== undefined ? 'preview pending' : 'preview'} aria-busy={isPending}>
      {kind === 'remove' ? lpPart : null}
      <PreviewPart title={tokens}>
        {amounts === undefined
          ? [expected, limit].map(label => (
              <PreviewLine key={label} label={label}>
                {blank}
              </PreviewLine>
            ))
          : amounts.map(amount => (
              <TokenLines key={amount.token.mint} {...{ ...amount, words: titles[kind], slippageBps }} />
            ))}
      </PreviewPart>
      {kind === 'add' ? lpPart : null}
      {plan === undefined ? null : (
        <PaidPart
          title={kind === 'add' ? 'You pay in SOL' : 'You pay'}
          lines={plan.pay}
          totalLamports={plan.totalLamports}
          foldLabel="Fees and rent"
        />
      )}
    </div>
  )
}

interface TokenLinesProps extends PreviewAmount {
  readonly words: (typeof titles)['add' | 'remove']
  readonly slippageBps: number
}

function TokenLines({ token, expected, limit, transferFee, words, slippageBps }: TokenLinesProps) {
  const digits = { fraction: fractionNeeded([expected, limit, transferFee], token, 0) }
  return (
    <>
      <PreviewLine label={`${token.symbol}, ${words.expected.toLowerCase()}`}>
        <Amount raw={expected} of={token} digits={digits} unit={token.symbol} />
      </PreviewLine>
      <PreviewLine
        label={
          <>
            {words.limit} (slippage <Slippage bps={slippageBps} />)
          </>
        }
      >
        <Amount raw={limit} of={token} digits={digits} />
      </PreviewLine>
      {transferFee === 0n ? null : (
        <PreviewLine label={`${token.symbol} transfer fee (included)`}>
          <Amount raw={transferFee} of={token} digits={digits} />
        </PreviewLine>
      )}
    </>
  )
}
