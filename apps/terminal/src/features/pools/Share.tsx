import { type Address, isTernError } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import { useMemo } from 'react'
import { useActivity } from '../../data/activity/useActivity.ts'
import { feesEarned } from '../../data/liquidity/feesEarned.ts'
import type { Side } from '../../data/liquidity/pair.ts'
import { useChainClock } from '../../data/liquidity/useLiquidity.ts'
import { useHeld } from '../../data/wallets/useHeld.ts'
import { fractionOf } from '../../text/numberText.ts'
import { Amount, Skeleton, Unknown } from '../../ui/Amount.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { worthOf } from './poolFigures.ts'
import { shareText } from './poolTexts.ts'
import { TokenTable } from './TokenTable.tsx'
import type { PoolTokens } from './useAdd.ts'
import { lpUnitOf } from './useRemove.ts'

interface ShareProps {
  readonly pool: LiquidityPool
  readonly tokens: PoolTokens
  readonly order: readonly [Side, Side]
  readonly owner: Address
}

/** Whether a token of the pool takes a transfer fee. Then a deposit's amounts do not say how much of it arrived. */
function useTakesFee(pool: LiquidityPool, lpAmount: bigint | undefined): boolean {
  const clock = useChainClock()
  return useMemo(() => {
    if (clock === undefined || lpAmount === undefined || lpAmount === 0n) return false
    try {
      return pool
        .quoteWithdrawal({ lpAmount, slippageBps: 0 }, clock)
        .amounts.some(({ transferFee }) => transferFee > 0n)
    } catch (error) {
      // The pool refuses withdrawals now.
      if (isTernError(error)) return true
      throw error
    }
  }, [pool, lpAmount, clock])
}

/** The wallet's share of a pool: its amounts now, and the fees that it has earned. */
export function Share({ pool, tokens, order, owner }: ShareProps) {
  const held = useHeld(owner, pool.lpToken)
  const { entries, isBehind } = useActivity(held === undefined || held === 0n ? undefined : owner, 'whole')
  const takesFee = useTakesFee(pool, held)
  const earned = useMemo(
    () => (entries === undefined || held === undefined || takesFee ? undefined : feesEarned(pool, entries, held)),
    [entries, held, pool, takesFee],
  )
  if (held === 0n) return null
  const worth = held === undefined ? undefined : worthOf(pool, held)
  const isReading = held === undefined || entries === undefined || (earned === undefined && isBehind)
  return (
    <section className="card" aria-label="Your share">
      <header>
        <h2>Your share</h2>
      </header>
      <div className="card-body">
        <dl className="pool-stats">
          <Stat label="Share of the pool">
            {held === undefined ? <Skeleton width={48} /> : shareText({ numerator: held, denominator: pool.lpSupply })}
          </Stat>
          <Stat label="LP tokens">
            <Amount raw={held} of={lpUnitOf(pool)} digits="compact" />
          </Stat>
        </dl>
        <TokenTable
          tokens={tokens}
          order={order}
          columns={[
            {
              title: 'Your part',
              cell: (side, token) => (
                <Amount raw={worth?.[side]} of={token} digits={{ fraction: fractionOf(worth?.[side] ?? 0n, token) }} />
              ),
            },
            {
              title: 'Fees earned (included)',
              cell: (side, token) =>
                earned !== undefined ? (
                  <Amount raw={earned[side]} of={token} digits={{ fraction: token.decimals }} />
                ) : isReading && !takesFee ? (
                  <Skeleton width={56} />
                ) : (
                  <Unknown />
                ),
            },
          ]}
        />
      </div>
    </section>
  )
}
