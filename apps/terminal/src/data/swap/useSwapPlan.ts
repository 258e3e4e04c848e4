import { type Planned, planSwap, type SwapPlanRequest, type SwapQuote, watchPool, withOwner } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { errorText } from '../../text/errorText.ts'
import { client } from '../client.ts'
import { keepPlanned } from '../trade/keepPlanned.ts'
import type { SwapSide } from './swapButton.ts'

export type PlannedSwap = Planned<SwapPlanRequest, SwapQuote>

/** The input of a swap's plan. A change of any field makes a new plan. */
export interface SwapWish {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly side: SwapSide
  /** Raw units of the exact side. */
  readonly amount: bigint
  readonly slippageBps: number
  readonly priorityFeeLamports: bigint
  /** Markets of the tokens that the server lists. */
  readonly listed: NonNullable<SwapPlanRequest['listed']>
  /** Unset: no wallet. The quote is there, and nothing can be signed. */
  readonly owner: Owner | undefined
  /** The wallet's holdings. After a change the plan is renewed. */
  readonly held: string
}

/** A swap is planned once its amount has not changed for this long. */
const quietMs = 250
/** Pools without pushed updates are read again after this time. */
const renewMs = 5_000

/** Plans a wish on the chain as it is now. */
export async function planWish(wish: Omit<SwapWish, 'held'>): Promise<PlannedSwap> {
  const { tokenIn, tokenOut, side, amount, slippageBps, priorityFeeLamports, listed, owner } = wish
  const exact = side === 'pay' ? { exactIn: amount } : { exactOut: amount }
  const owned = withOwner(await client(), owner)
  return planSwap(owned, { tokenIn, tokenOut, ...exact, slippageBps, priorityFeeLamports, listed })
}

interface Made {
  /** The wish that the plan belongs to. A newer pool or balance keeps the plan until the next is made. */
  readonly key: string
  readonly owner: Owner | undefined
  readonly planned?: PlannedSwap
  readonly failure?: string
  readonly atMs: number
}

const keyOf = ({ tokenIn, tokenOut, side, amount, slippageBps }: SwapWish) =>
  [tokenIn, tokenOut, side, amount, slippageBps].join(' ')

export interface SwapPlanState {
  readonly planned?: PlannedSwap
  readonly failure?: string
  /** When it was made, in milliseconds since 1970. */
  readonly atMs?: number
}

/** Returns the plan of a swap. It is renewed when the wish, a pool of its route or a balance changes, and every 5 s. */
export function useSwapPlan(wish: SwapWish | undefined): SwapPlanState {
  const [made, setMade] = useState<Made>()
  const [news, renew] = useReducer((times: number) => times + 1, 0)
  const standing = useRef({ key: '', sinceMs: 0 })
  const key = wish && keyOf(wish)
  const latest = useRef(wish)
  latest.current = wish
  const { owner, held, priorityFeeLamports } = wish ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the wish, and news or a balance make another plan
  useEffect(() => {
    const asked = latest.current
    // Forget the plan: after a swap, the same wish must not return the plan that it was made from.
    if (key === undefined || asked === undefined) return setMade(undefined)
    const isNew = standing.current.key !== key
    if (isNew) standing.current = { key, sinceMs: performance.now() }
    let stop: (() => void) | undefined
    const start = () => {
      stop = keepPlanned({
        plan: () => planWish(asked),
        changes: () => false,
        onPlanned: planned => setMade({ key, owner: asked.owner, planned, atMs: Date.now() }),
        onFailure: error => setMade({ key, owner: asked.owner, failure: errorText(error), atMs: Date.now() }),
      })
    }
    const timer = setTimeout(start, isNew ? quietMs : 0)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [key, owner, held, priorityFeeLamports, news])
  const isOf = made !== undefined && made.key === key && made.owner === owner
  const current = isOf ? made : undefined
  useEffect(() => {
    if (current === undefined) return
    const timer = setTimeout(renew, renewMs)
    return () => clearTimeout(timer)
  }, [current])
  useRoutePools(current?.planned?.quote, renew)
  if (current === undefined) return {}
  const { planned, failure, atMs } = current
  return { atMs, ...(planned && { planned }), ...(failure !== undefined && { failure }) }
}

/** Follows the pools of a route, and reports when one of them has changed. */
function useRoutePools(quote: SwapQuote | undefined, onChange: () => void): void {
  const names = quote?.route.paths
    .flatMap(({ hops }) => hops.map(({ pool }) => `${pool.protocol} ${pool.address}`))
    .join(',')
  const pools = useMemo(
    () =>
      names?.split(',').map(name => {
        const [protocol, address] = name.split(' ')
        return { protocol, address } as Parameters<typeof watchPool>[1]
      }) ?? [],
    [names],
  )
  const slots = useRef(new Map<Address, bigint>())
  useEffect(() => {
    let gone = false
    const stops: (() => void)[] = []
    slots.current.clear()
    client().then(
      opened => {
        if (gone) return
        for (const pool of pools)
          stops.push(
            watchPool(opened, pool, ({ address, slot }) => {
              const known = slots.current.get(address)
              slots.current.set(address, slot)
              if (known !== undefined && slot > known) onChange()
            }),
          )
      },
      // Without a client there is no plan either, and its failure is shown.
      () => undefined,
    )
    return () => {
      gone = true
      for (const stop of stops) stop()
    }
  }, [pools, onChange])
}
