import {
  type DepositLiquidityRequest,
  type Planned,
  planDeposit,
  planWithdrawLiquidity,
  type WithdrawLiquidityRequest,
  withOwner,
} from '@tern/client'
import type { Address, Owner } from '@tern/core'
import type { DepositQuote, LiquidityPool, WithdrawalQuote } from '@tern/venues'
import { client } from '../client.ts'
import { type KeptPlan, useKeptPlan } from '../trade/useKeptPlan.ts'

export type PlannedDeposit = Planned<DepositLiquidityRequest, DepositQuote>
export type PlannedWithdrawal = Planned<WithdrawLiquidityRequest, WithdrawalQuote>

/** The inputs of every plan of a pool. */
interface LiquidityWish {
  readonly pool: Address
  readonly slippageBps: number
  readonly priorityFeeLamports: bigint
  readonly owner: Owner
  /** The wallet's holdings. After a change the plan is renewed. */
  readonly held: string
}

/** A deposit of an amount of one token, in raw units. */
export interface DepositWish extends LiquidityWish {
  readonly mint: Address
  readonly amount: bigint
}

/** A withdrawal of LP tokens, in raw units. */
export interface WithdrawalWish extends LiquidityWish {
  readonly lpAmount: bigint
}

const nameOf = (address: Address) => ({ protocol: 'raydium_cpmm', address }) as const
const factsOf = ({ held, priorityFeeLamports }: LiquidityWish) => `${held} ${priorityFeeLamports}`

/** Plans a deposit on the chain as it is now. */
async function planDepositWish(wish: Omit<DepositWish, 'held'>): Promise<PlannedDeposit> {
  const { pool, mint, amount, slippageBps, priorityFeeLamports, owner } = wish
  const owned = withOwner(await client(), owner)
  return planDeposit(owned, { pool: nameOf(pool), mint, amount, slippageBps, priorityFeeLamports })
}

export function useDepositPlan(wish: DepositWish | undefined): KeptPlan<PlannedDeposit> {
  return useKeptPlan(
    wish && {
      key: ['add', wish.pool, wish.mint, wish.amount, wish.slippageBps].join(' '),
      ...{ owner: wish.owner, facts: factsOf(wish) },
      plan: () => planDepositWish(wish),
    },
  )
}

export function useWithdrawalPlan(wish: WithdrawalWish | undefined): KeptPlan<PlannedWithdrawal> {
  return useKeptPlan(
    wish && {
      key: ['remove', wish.pool, wish.lpAmount, wish.slippageBps].join(' '),
      ...{ owner: wish.owner, facts: factsOf(wish) },
      async plan() {
        const { pool, lpAmount, slippageBps, priorityFeeLamports, owner } = wish
        const owned = withOwner(await client(), owner)
        return planWithdrawLiquidity(owned, { pool: nameOf(pool), lpAmount, slippageBps, priorityFeeLamports })
      },
    },
  )
}

/** The amount of one token, in raw units, that decides a deposit. The other token follows. */
interface FixedAmount {
  readonly side: 0 | 1
  readonly amount: bigint
}

/**
 * Finds the largest deposit that a wallet can pay; `undefined` if it can pay none.
 * It is given by the token that runs out: the other token's amount is rounded, so a quote of that amount can take more
 * than the wallet holds.
 *
 * @param held raw units of both tokens, in the pool's order. SOL is the wallet's lamports.
 * @param native the side that is SOL; `undefined` if neither is.
 */
export async function largestDeposit(
  pool: LiquidityPool,
  { held, native }: { readonly held: readonly [bigint, bigint]; readonly native: 0 | 1 | undefined },
  wish: Omit<DepositWish, 'held' | 'mint' | 'amount'>,
): Promise<FixedAmount | undefined> {
  const clock = await (await client()).chain.readClock()
  const quoteOf = (side: 0 | 1, amount: bigint) => {
    const mint = pool.tokens[side].mint
    return pool.quoteDeposit({ mint, amount, slippageBps: wish.slippageBps }, clock)
  }
  const payable = ({ amounts }: DepositQuote) => amounts.every(({ sent }, side) => sent <= (held[side] ?? 0n))
  if (native === undefined) {
    if (held.includes(0n)) return undefined
    const side = ([0, 1] as const).find(one => payable(quoteOf(one, held[one])))
    return side === undefined ? undefined : { side, amount: held[side] }
  }
  const token = native === 0 ? 1 : 0
  if (held[token] === 0n) return undefined
  const { plan, reasons } = await planDepositWish({ ...wish, mint: pool.tokens[token].mint, amount: held[token] })
  if (reasons.length === 0) return { side: token, amount: held[token] }
  if (plan === undefined) return undefined
  const costs = plan.totalLamports - (plan.pay.find(({ kind }) => kind === 'amount')?.lamports ?? 0n)
  const left = held[native] - costs
  if (left <= 0n) return undefined
  // The maximum with slippage must be in the wallet. Roundings take a few units more.
  for (
    let amount = (left * 10_000n) / BigInt(10_000 + wish.slippageBps);
    amount > 0n;
    amount -= amount / 10_000n + 1n
  ) {
    const quote = quoteOf(native, amount)
    if (quote.amounts[native].maxAmount <= left && payable(quote)) return { side: native, amount }
  }
  return undefined
}
