import type { Owner } from '@tern/core'
import type { Pool } from '@tern/venues'
import { useEffect, useReducer, useRef, useState } from 'react'
import { errorText } from '../../text/errorText.ts'
import { keepPlanned } from './keepPlanned.ts'
import { isRefused, measure, type Planned, planTrade, type TradeTerms } from './planTrade.ts'
import { type Wish, wishKey } from './wishKey.ts'

/** What to plan: every typed value as read, and what must make the plan anew when it changes. */
export interface PlanInput extends TradeTerms {
  /** Automatic fees are no typed value. */
  readonly feeKind: Wish['feeKind']
  readonly pool: Pool
  readonly solBalance: bigint
  readonly tokenBalance: bigint
}

interface Made {
  /**
   * Of which typed values it is the plan. A newer pool or balance, and what automatic fees are now, leave it standing until the next
   * one is made: the button that somebody is about to press does not go away under the finger.
   */
  readonly key: string
  /** A plan for the locked wallet is none for the unlocked one. */
  readonly owner: Owner
  readonly planned?: Planned
  readonly failure?: string
}

/** A wish that stands for so long is simulated: not while somebody types, and however often the pool changes meanwhile. */
const quietMs = 250

/**
 * The plan for what is typed, made anew at each change of the input, of the pool and of the balances, and as time goes by where that
 * changes it.
 */
export function usePlan(input: PlanInput | undefined): { readonly planned?: Planned; readonly failure?: string } {
  const [made, setMade] = useState<Made>()
  const [measured, noteMeasured] = useReducer((times: number) => times + 1, 0)
  const standing = useRef({ key: '', sinceMs: 0 })
  const { token, side, amountIn, slippageBps, fees, mevProtection, owner, pool, solBalance, tokenBalance } = input ?? {}
  const { priorityFeeLamports, bribeLamports, provider } = fees ?? {}
  const { mint, pool: address, protocol } = token ?? {}
  const key = input && wishKey({ ...input, mint: input.token.mint, pool: input.token.pool })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured is another plan
  useEffect(() => {
    if (
      key === undefined ||
      mint === undefined ||
      address === undefined ||
      protocol === undefined ||
      side === undefined ||
      owner === undefined ||
      pool === undefined ||
      amountIn === undefined ||
      slippageBps === undefined ||
      priorityFeeLamports === undefined ||
      bribeLamports === undefined ||
      mevProtection === undefined ||
      solBalance === undefined ||
      tokenBalance === undefined
    )
      // The same wish, made again after a trade, is not what that trade was planned from.
      return setMade(undefined)
    if (standing.current.key !== key) standing.current = { key, sinceMs: performance.now() }
    let quiet: ReturnType<typeof setTimeout> | undefined
    const paid = { priorityFeeLamports, bribeLamports, ...(provider !== undefined && { provider }) }
    const named = { mint, pool: address, protocol }
    const terms = { token: named, side, amountIn, slippageBps, fees: paid, mevProtection, owner }
    const stop = keepPlanned({
      plan: () => planTrade(terms),
      changes: planned => planned.trade.changesWith !== undefined || isRefused(planned),
      onPlanned(planned) {
        setMade({ key, owner, planned })
        clearTimeout(quiet)
        const waitMs = standing.current.sinceMs + quietMs - performance.now()
        quiet = setTimeout(async () => {
          if (await measure(terms, planned)) noteMeasured()
        }, waitMs)
      },
      onFailure: error => setMade({ key, owner, failure: errorText(error) }),
    })
    return () => {
      stop()
      clearTimeout(quiet)
    }
  }, [
    key,
    measured,
    mint,
    address,
    protocol,
    side,
    amountIn,
    slippageBps,
    priorityFeeLamports,
    bribeLamports,
    provider,
    mevProtection,
    owner,
    pool,
    solBalance,
    tokenBalance,
  ])
  if (made === undefined || made.key !== key || made.owner !== owner) return {}
  const { planned, failure } = made
  return { ...(planned && { planned }), ...(failure !== undefined && { failure }) }
}
