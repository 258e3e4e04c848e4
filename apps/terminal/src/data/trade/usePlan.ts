import type { Owner } from '@tern/core'
import type { Pool } from '@tern/venues/load'
import { useEffect, useReducer, useRef, useState } from 'react'
import { errorText } from '../../text/errorText.ts'
import { measure, type Planned, planTrade, type TradeTerms } from './planTrade.ts'
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

/** What could not be read is asked for again after so long. */
const againMs = 3_000
/** A wish that stands for so long is simulated: not while somebody types, and however often the pool changes meanwhile. */
const quietMs = 250

/** The plan for what is typed, made anew at each change of the input, of the pool and of the balances. */
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
    let gone = false
    let again: ReturnType<typeof setTimeout> | undefined
    const make = async () => {
      const token = { mint, pool: address, protocol }
      const fees = { priorityFeeLamports, bribeLamports, ...(provider !== undefined && { provider }) }
      const terms = { token, side, amountIn, slippageBps, fees, mevProtection, owner }
      try {
        const planned = await planTrade(terms)
        if (gone) return
        setMade({ key, owner, planned })
        const waitMs = standing.current.sinceMs + quietMs - performance.now()
        again = setTimeout(async () => {
          if (await measure(terms, planned)) noteMeasured()
        }, waitMs)
      } catch (error) {
        if (gone) return
        setMade({ key, owner, failure: errorText(error) })
        again = setTimeout(() => void make(), againMs)
      }
    }
    void make()
    return () => {
      gone = true
      clearTimeout(again)
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
