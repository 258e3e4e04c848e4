import type { Owner } from '@tern/core'
import type { Pool } from '@tern/venues'
import { useEffect, useReducer, useRef, useState } from 'react'
import { errorText } from '../../text/errorText.ts'
import { isNonceMode } from '../wallets/nonceMode.ts'
import { keepPlanned } from './keepPlanned.ts'
import { isRefused, measure, type Planned, planWithProviders, type TradeTerms } from './planWithProviders.ts'
import { type Wish, wishKey } from './wishKey.ts'

/** The input of the plan. A change of any field makes a new plan. */
export interface PlanInput extends TradeTerms {
  /** Automatic fees are not typed, so they are not part of the wish. */
  readonly feeKind: Wish['feeKind']
  readonly pool: Pool
  readonly solBalance: bigint
  readonly tokenBalance: bigint
}

interface Made {
  /**
   * The wish that the plan belongs to. A newer pool, balance or automatic fee keeps the plan until the next is made.
   * So the button does not vanish under the finger of a person who is about to press it.
   */
  readonly key: string
  /** A plan for the locked wallet does not hold for the unlocked wallet. */
  readonly owner: Owner
  readonly planned?: Planned
  readonly failure?: string
}

/**
 * A wish is simulated once it has not changed for this long: not while a person types, however often the pool changes.
 */
const quietMs = 250

/**
 * Returns the plan for the typed values. It is renewed when the input, the pool or a balance changes.
 * A plan that changes with time is renewed each second.
 */
export function usePlan(input: PlanInput | undefined): { readonly planned?: Planned; readonly failure?: string } {
  const [made, setMade] = useState<Made>()
  const [measured, noteMeasured] = useReducer((times: number) => times + 1, 0)
  const standing = useRef({ key: '', sinceMs: 0 })
  const { token, side, amountIn, slippageBps, fees, mevProtection, owner, pool, solBalance, tokenBalance } = input ?? {}
  const { priorityFeeLamports, bribeLamports, provider } = fees ?? {}
  const { mint, pool: address, protocol } = token ?? {}
  const key = input && wishKey({ ...input, mint: input.token.mint, pool: input.token.pool })
  const isByNonce = owner !== undefined && isNonceMode(owner.address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new measurements or another mode of the wallet make another plan
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
      // Forget the plan: after a trade, the same wish must not return the plan that the trade was made from.
      return setMade(undefined)
    if (standing.current.key !== key) standing.current = { key, sinceMs: performance.now() }
    let quiet: ReturnType<typeof setTimeout> | undefined
    const paid = { priorityFeeLamports, bribeLamports, ...(provider !== undefined && { provider }) }
    const named = { mint, pool: address, protocol }
    const terms = { token: named, side, amountIn, slippageBps, fees: paid, mevProtection, owner }
    const stop = keepPlanned({
      plan: () => planWithProviders(terms),
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
    isByNonce,
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
