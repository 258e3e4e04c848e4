import type { Plan } from '@tern/client'
import type { Ratio } from '@tern/core'
import { formatPercent } from '@tern/core'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { fractionNeeded, type TokenUnit } from '../../text/numberText.ts'
import { Amount, Skeleton, Unknown } from '../../ui/Amount.tsx'
import { PaidPart } from '../../ui/PaidPart.tsx'
import { ReceiptLine, ReceiptPart } from '../../ui/Receipt.tsx'
import { Slippage } from '../../ui/Slippage.tsx'
import '../../ui/tradeReceipt.css'

/** A token of a receipt, with its amounts in raw units. */
export interface ReceiptAmount {
  readonly token: SwapToken
  /** Expected to leave or to arrive. */
  readonly expected: bigint
  /** Max that leaves, or min that arrives. */
  readonly limit: bigint
  readonly transferFee: bigint
}

interface LiquidityReceiptProps {
  readonly kind: 'add' | 'remove'
  /** In the page's order. Unset: no quote. */
  readonly amounts: readonly ReceiptAmount[] | undefined
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
export function LiquidityReceipt(props: LiquidityReceiptProps) {
  const { kind, amounts, lpAmount, lpUnit, share, plan, slippageBps, isPending } = props
  const { tokens, expected, limit, lp, share: shareLabel } = titles[kind]
  const blank = isPending ? <Skeleton width={72} /> : <Unknown />
  const lpPart = (
    <ReceiptPart title={lp}>
      <ReceiptLine label="LP tokens">
        {lpAmount === undefined ? blank : <Amount raw={lpAmount} of={lpUnit} digits="whole" unit="LP" />}
      </ReceiptLine>
      <ReceiptLine label={shareLabel}>{share === undefined ? blank : shareText(share)}</ReceiptLine>
    </ReceiptPart>
  )
  return (
    <div className={isPending && amounts !== undefined ? 'receipt pending' : 'receipt'} aria-busy={isPending}>
      {kind === 'remove' ? lpPart : null}
      <ReceiptPart title={tokens}>
        {amounts === undefined
          ? [expected, limit].map(label => (
              <ReceiptLine key={label} label={label}>
                {blank}
              </ReceiptLine>
            ))
          : amounts.map(amount => (
              <TokenLines key={amount.token.mint} {...{ ...amount, words: titles[kind], slippageBps }} />
            ))}
      </ReceiptPart>
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

interface TokenLinesProps extends ReceiptAmount {
  readonly words: (typeof titles)['add' | 'remove']
  readonly slippageBps: number
}

function TokenLines({ token, expected, limit, transferFee, words, slippageBps }: TokenLinesProps) {
  const digits = { fraction: fractionNeeded([expected, limit, transferFee], token, 0) }
  return (
    <>
      <ReceiptLine label={`${token.symbol}, ${words.expected.toLowerCase()}`}>
        <Amount raw={expected} of={token} digits={digits} unit={token.symbol} />
      </ReceiptLine>
      <ReceiptLine
        label={
          <>
            {words.limit} (slippage <Slippage bps={slippageBps} />)
          </>
        }
      >
        <Amount raw={limit} of={token} digits={digits} />
      </ReceiptLine>
      {transferFee === 0n ? null : (
        <ReceiptLine label={`${token.symbol} transfer fee (included)`}>
          <Amount raw={transferFee} of={token} digits={digits} />
        </ReceiptLine>
      )}
    </>
  )
}

/**
 * Formats a share in percent: two decimals, more for a share below 1%.
 *
 * @example
 * shareText({ numerator: 1n, denominator: 3n }) // '33.33%'
 */
export function shareText(share: Ratio): string {
  const { numerator, denominator } = share
  if (numerator === 0n) return '0%'
  const reaches = (part: bigint) => numerator * part >= denominator
  if (!reaches(100_000_000n)) return '<0.000001%'
  return `${formatPercent(share, reaches(100n) ? 2 : reaches(10_000n) ? 4 : 6, { rounding: 'halfUp' })}%`
}
