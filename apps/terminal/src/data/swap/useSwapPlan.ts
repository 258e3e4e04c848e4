import {
  type Client,
  findRoutes,
  type Planned,
  planSwap,
  routeChoice,
  type SwapPlanRequest,
  type SwapQuote,
  watchPools,
  withOwner,
} from '@tern/client'
import type { Address, Owner } from '@tern/core'
import type { Pool } from '@tern/venues'
import { useEffect, useMemo } from 'react'
import { client } from '../client.ts'
import { namedCode } from '../referral/namedCode.ts'
import { clientOf, sendingOf } from '../trade/clientOf.ts'
import { noteNeed } from '../trade/tradeNeeds.ts'
import { type KeptPlan, useKeptPlan } from '../trade/useKeptPlan.ts'
import { type SendingWish, sendingKey } from '../trade/wishKey.ts'
import { isNonceMode } from '../wallets/nonceMode.ts'
import { watchWith } from '../watchWith.ts'
import type { SwapSide } from './swapButton.ts'

export interface PlannedSwap extends Planned<SwapPlanRequest, SwapQuote> {
  /** Sends it: the client with the provider that it tips. */
  readonly client: Client
  /** How much more a split brings than the best single path, in raw units. Unset: the route is a single path. */
  readonly gain?: bigint
}

/** The input of a swap's plan. A change of any field makes a new plan. */
export interface SwapWish extends SendingWish {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly side: SwapSide
  /** Raw units of the exact side. */
  readonly amount: bigint
  readonly slippageBps: number
  /** Names the market that the automatic fees are for, see `noteNeed`. */
  readonly feesFor: Address
  /** Markets of the tokens that the server lists. */
  readonly listed: NonNullable<SwapPlanRequest['listed']>
  /** Unset: no wallet. The quote is there, and nothing can be signed. */
  readonly owner: Owner | undefined
  /** The wallet's holdings. After a change the plan is renewed. */
  readonly held: string
}

/** Plans a wish on the chain as it is now. */
export async function planWish(wish: Omit<SwapWish, 'held'>): Promise<PlannedSwap> {
  const { tokenIn, tokenOut, side, amount, slippageBps, listed, owner } = wish
  const exact = side === 'pay' ? { exactIn: amount } : { exactOut: amount }
  const request = { tokenIn, tokenOut, ...exact, listed }
  const owned = owner === undefined ? withOwner(await client(), owner) : await clientOf(owner, wish.fees)
  const [best, single] = await findRoutes(owned, request, { listed })
  const sending = owner && { ...sendingOf(owner.address, wish), referralCode: namedCode(owner.address) }
  const planned = await planSwap(owned, { ...request, ...sending, slippageBps, route: routeChoice(best) })
  noteNeedOf(planned, wish.feesFor)
  const isSplit = best.paths.length > 1 && single !== undefined
  return { ...planned, client: owned, ...(isSplit && { gain: best.amountOut - single.amountOut }) }
}

/** Notes the pools that the swap writes to, and the largest compute-unit limit of its transactions. */
function noteNeedOf({ plan, quote }: Planned<SwapPlanRequest, SwapQuote>, feesFor: Address) {
  if (plan === undefined || quote === undefined) return
  const writes = quote.route.paths.flatMap(({ hops }) => hops.map(({ pool }) => pool.address))
  noteNeed(feesFor, 'swap', {
    unitLimit: Math.max(...plan.messages.map(({ budget }) => budget?.unitLimit ?? 0)),
    writes,
  })
}

const keyOf = ({ tokenIn, tokenOut, side, amount, slippageBps, ...sending }: SwapWish) =>
  [tokenIn, tokenOut, side, amount, slippageBps, sendingKey(sending)].join(' ')

const factsOf = ({ held, owner, fees: { priorityFeeLamports, bribeLamports, provider } }: SwapWish) =>
  [held, priorityFeeLamports, bribeLamports, provider, owner !== undefined && isNonceMode(owner.address)].join(' ')

/** Returns the plan of a swap. It is renewed when the wish, a pool of its route or a balance changes, and every 5 s. */
export function useSwapPlan(wish: SwapWish | undefined): KeptPlan<PlannedSwap> {
  const { renew, ...kept } = useKeptPlan(
    wish && {
      key: keyOf(wish),
      owner: wish.owner,
      facts: factsOf(wish),
      plan: () => planWish(wish),
    },
  )
  useRoutePools(kept.planned?.quote, renew)
  return kept
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
        return { protocol, address } as Parameters<typeof watchPools>[1][number]
      }) ?? [],
    [names],
  )
  useEffect(() => {
    const slots = new Map<Address, bigint>()
    const onPool = ({ address, slot }: Pool) => {
      const known = slots.get(address)
      slots.set(address, slot)
      if (known !== undefined && slot > known) onChange()
    }
    // Without a client there is no plan either, and its failure is shown.
    return watchWith(
      opened => watchPools(opened, pools, { onPool }),
      () => undefined,
    )
  }, [pools, onChange])
}
