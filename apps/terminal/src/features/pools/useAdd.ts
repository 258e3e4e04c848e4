import { errorMessage, isTernError, TernError, typedAmount, wrappedNativeMint } from '@tern/core'
import type { DepositQuote, LiquidityPool } from '@tern/venues'
import { type DepositWish, largestDeposit, useDepositPlan } from '../../data/liquidity/depositPlans.ts'
import { liquidityButton } from '../../data/liquidity/liquidityButton.ts'
import { liquidityOf } from '../../data/liquidity/liquidityOf.ts'
import { otherSide, type Side } from '../../data/liquidity/pair.ts'
import { sendLiquidity } from '../../data/liquidity/sendLiquidity.ts'
import { useChainClock } from '../../data/liquidity/useLiquidity.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { withinBalance } from '../../data/swap/swapButton.ts'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { usePriorityFee } from '../../data/trade/usePriorityFee.ts'
import { useWalletSituation } from '../../data/trade/useWalletSituation.ts'
import { session } from '../../data/wallets/session.ts'
import { useHeld } from '../../data/wallets/useHeld.ts'
import { wholeText } from '../../text/numberText.ts'
import { readAmountOf, type Typed } from '../../text/typed.ts'
import { changePoolForm, type PoolForm, usePoolForm } from './poolForms.ts'

/** Both tokens of a pool, in the pool's order. */
export type PoolTokens = readonly [SwapToken, SwapToken]

/** The inputs of both forms of a pool's page. */
export interface PoolForms {
  readonly tokens: PoolTokens
  /** The order of the tokens on the page. */
  readonly order: readonly [Side, Side]
  readonly pair: string
  /** Why the region forbids the action; `undefined` if it does not. */
  readonly regionReason: string | undefined
}

const zero = errorMessage(new TernError('liquidity/zeroAmounts', {}))

/** Reads a typed amount. A zero is refused in the catalogue's words. */
export const readDeposit = (text: string, token: SwapToken, held: bigint | undefined): Typed<bigint> => {
  const read = readAmountOf(text, token, held)
  return 'reason' in read && /^\s*0*[.,]?0*\s*$/.test(text) && text.includes('0') ? { reason: zero } : read
}

/** Quotes without the network; the reason if the pool refuses. */
function quoted(quote: () => DepositQuote): DepositQuote | { readonly reason: string } {
  try {
    return quote()
  } catch (error) {
    if (isTernError(error)) return { reason: errorMessage(error) }
    throw error
  }
}

/** The state and actions of the form that adds liquidity. */
export function useAdd(pool: LiquidityPool, { tokens, order, pair, regionReason }: PoolForms) {
  const { side, amount: text } = usePoolForm(pool.address)
  const { situation, address, unlocked, owner, why } = useWalletSituation(liquidityOf)
  const clock = useChainClock()
  const slippageBps = usePreset().slippageBps.buy
  const priorityFeeLamports = usePriorityFee(pool.address)
  const held0 = useHeld(address, tokens[0])
  const held1 = useHeld(address, tokens[1])
  const held = [held0, held1] as const
  const token = tokens[side]
  const read = readDeposit(text, token, held[side])
  const typed = withinBalance(read, token, held[side])
  const raw = 'value' in read ? read.value : undefined
  const local =
    raw === undefined || clock === undefined
      ? undefined
      : quoted(() => pool.quoteDeposit({ mint: token.mint, amount: raw, slippageBps }, clock))
  const localQuote = local !== undefined && 'amounts' in local ? local : undefined
  const amount = local !== undefined && 'reason' in local && 'value' in typed ? local : withinOther(typed, localQuote)

  function withinOther(known: Typed<bigint>, quote: DepositQuote | undefined): Typed<bigint> {
    const other = otherSide(side)
    const has = held[other]
    if ('reason' in known || quote === undefined || has === undefined) return known
    if (tokens[other].isNative === true) return known
    if (has === 0n) return { reason: `You have no ${tokens[other].symbol}` }
    return quote.amounts[other].sent <= has ? known : { reason: `Not enough ${tokens[other].symbol}` }
  }

  const canPlan = raw !== undefined && owner !== undefined && priorityFeeLamports !== undefined && 'value' in amount
  const wish: DepositWish | undefined = canPlan
    ? {
        ...{ pool: pool.address, mint: token.mint, amount: raw, slippageBps, priorityFeeLamports, owner },
        held: `${held0} ${held1}`,
      }
    : undefined
  const { planned, failure } = useDepositPlan(wish)
  const quote = planned?.quote ?? localQuote
  const button = liquidityButton({
    ...situation,
    action: 'Add liquidity',
    poolReason: regionReason,
    isBalanceLoaded: held0 !== undefined && held1 !== undefined,
    amount,
    planReasons:
      failure !== undefined ? [{ reason: failure }] : planned?.reasons.map(({ text: reason }) => ({ reason })),
  })
  /** The first token that the wallet lacks. SOL is not bought with SOL. */
  const lacking = ([0, 1] as const).find(one => {
    if (tokens[one].mint === wrappedNativeMint || address === undefined) return false
    const has = held[one]
    return has !== undefined && (has === 0n || (localQuote !== undefined && localQuote.amounts[one].sent > has))
  })
  const nativeAt = tokens.findIndex(({ isNative }) => isNative === true)
  const native = nativeAt === -1 ? undefined : (nativeAt as Side)

  const wholeOf = (one: Side, of: DepositQuote) =>
    `${wholeText(of.amounts[one].sent, tokens[one])} ${tokens[one].symbol}`

  return {
    side,
    text,
    held,
    address,
    why,
    slippageBps,
    quote,
    plan: planned?.plan,
    isPlanning: wish !== undefined && planned === undefined && failure === undefined,
    button,
    lacking: lacking === undefined ? undefined : tokens[lacking],
    type: (one: Side, value: string) => changePoolForm(pool.address, { side: one, amount: value }),
    canFillAll: held0 !== undefined && held1 !== undefined && owner !== undefined && priorityFeeLamports !== undefined,
    /** Fills in a half of the balance, or the largest deposit that the wallet can pay. */
    fillShare(one: Side, part: 'half' | 'all') {
      const has = held[one]
      if (has === undefined) return
      const fill = (fixed: Side, value: bigint, instead?: Partial<PoolForm>) =>
        changePoolForm(pool.address, { side: fixed, amount: typedAmount(value, tokens[fixed]) }, instead)
      if (part === 'half') return fill(one, has / 2n)
      if (held0 === undefined || held1 === undefined || owner === undefined || priorityFeeLamports === undefined) return
      largestDeposit(
        pool,
        { held: [held0, held1], native },
        {
          pool: pool.address,
          slippageBps,
          priorityFeeLamports,
          owner,
        },
      ).then(
        found => {
          const current = session.get()
          if (!('address' in current) || current.address !== address) return
          // Without any possible deposit, all of the balance says why.
          const largest = found ?? { side: one, amount: has }
          fill(largest.side, largest.amount, { side, amount: text })
        },
        // The form's own plan meets the same failure, and shows it.
        () => undefined,
      )
    },
    send() {
      if (planned?.plan === undefined || planned.quote === undefined || unlocked === undefined) return
      const { quote: sent } = planned
      const amounts = order.map(one => wholeOf(one, sent)).join(' and ')
      void sendLiquidity(planned, unlocked, { kind: 'add', pair, amounts }).then(isDone => {
        if (isDone) changePoolForm(pool.address, { amount: '' }, { side, amount: text })
      })
    },
  }
}
