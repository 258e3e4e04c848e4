import type { Address } from '@tern/core'
import type { Entry } from './useActivity.ts'

/** What a wallet did with one token, by average cost, as far as its transactions tell. */
export interface Position {
  readonly mint: Address
  readonly decimals: number
  /** Raw units that were bought and are still held. What came in otherwise is not among them: nobody knows what it cost. */
  readonly bought: bigint
  /** What those cost in lamports, every fee counted, rent not. */
  readonly cost: bigint
  /** What sales brought beyond what was sold had cost, in lamports, every fee counted. */
  readonly realised: bigint
}

/** A sale of what had been bought. */
export interface Sale {
  readonly mint: Address
  readonly timestampSeconds: number | null
  readonly realised: bigint
}

export interface Profit {
  readonly positions: ReadonlyMap<Address, Position>
  /** Oldest first. */
  readonly sales: readonly Sale[]
  /** Lamports that buys cost and that sales of what was bought brought. */
  readonly paid: bigint
  readonly proceeds: bigint
  /** Lamports that had been paid for what was sent away. */
  readonly sentAway: bigint
  /** Lamports that sales of what had not been bought brought: no part of any profit. */
  readonly unmatched: bigint
}

interface Change {
  readonly mint: Address
  readonly decimals: number
  readonly amount: bigint
}

/**
 * What came of a wallet's trades, from its transactions, newest first. Nothing is rounded away: what a sale's share of the
 * cost is cut by stays with what is left, so realised + what is left at a price = proceeds − paid + sent away + that value.
 */
export function profitOf(entries: readonly Entry[]): Profit {
  const positions = new Map<Address, Position>()
  const sales: Sale[] = []
  let [paid, proceeds, sentAway, unmatched] = [0n, 0n, 0n, 0n]

  function buy(position: Position, amount: bigint, cost: bigint) {
    paid += cost
    positions.set(position.mint, { ...position, bought: position.bought + amount, cost: position.cost + cost })
  }

  /** Takes from what was bought first. @returns what share of `amount` that was, and what it had cost. */
  function take(position: Position, amount: bigint) {
    const matched = amount < position.bought ? amount : position.bought
    const cost = matched === position.bought ? position.cost : (position.cost * matched) / position.bought
    positions.set(position.mint, { ...position, bought: position.bought - matched, cost: position.cost - cost })
    return { matched, cost }
  }

  function sell(position: Position, amount: bigint, brought: bigint, timestampSeconds: number | null) {
    const { matched, cost } = take(position, amount)
    const share = matched === amount ? brought : (brought * matched) / amount
    unmatched += brought - share
    if (matched === 0n) return
    proceeds += share
    const realised = share - cost
    sales.push({ mint: position.mint, timestampSeconds, realised })
    const after = positions.get(position.mint) ?? position
    positions.set(position.mint, { ...after, realised: after.realised + realised })
  }

  function apply({ mint, decimals, amount }: Change, entry: Entry) {
    const position = positions.get(mint) ?? { mint, decimals, bought: 0n, cost: 0n, realised: 0n }
    const isTrade = entry.trade?.mint === mint && entry.tokens.length === 1
    const lamports = entry.lamports + entry.rent
    if (isTrade && amount > 0n) buy(position, amount, -lamports)
    else if (isTrade) sell(position, -amount, lamports, entry.timestampSeconds)
    else if (amount < 0n) sentAway += take(position, -amount).cost
  }

  for (const entry of entries.toReversed())
    if (entry.failure === null) for (const change of entry.tokens) apply(change, entry)
  return { positions, sales, paid, proceeds, sentAway, unmatched }
}

/** What a transaction cost beside what it moved, in lamports: the network's fee; of a trade also Tern's, tips and what the venue keeps open. */
export function feesOf({ trade, failure, lamports, rent, networkFee }: Entry): bigint {
  if (failure !== null || trade === null || trade.amountIn === null || trade.amountOut === null) return networkFee
  const moved = lamports + rent
  return trade.side === 'buy' ? -moved - trade.amountIn : trade.amountOut - moved
}
