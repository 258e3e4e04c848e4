import type { Address } from '@tern/core'
import type { Entry } from './useActivity.ts'

/** A wallet's trades in a token, at average cost, as far as its transactions are known. */
export interface Position {
  readonly mint: Address
  readonly decimals: number
  /**
   * Raw units that were bought and are still held.
   * Tokens that arrived in another way are not counted, because their cost is unknown.
   */
  readonly bought: bigint
  /** Lamports paid for `bought`: all fees are included, rent is not. */
  readonly cost: bigint
  /** Lamports that sales brought, minus the cost of the sold tokens. All fees are deducted, rent is not. */
  readonly realised: bigint
}

/** A sale of tokens that had been bought. */
export interface Sale {
  readonly mint: Address
  readonly timestampSeconds: number | null
  readonly realised: bigint
}

export interface Profit {
  readonly positions: ReadonlyMap<Address, Position>
  /** Oldest first. */
  readonly sales: readonly Sale[]
  /** Lamports paid for all buys, and lamports that sales of bought tokens brought. */
  readonly paid: bigint
  readonly proceeds: bigint
  /** Lamports that had been paid for tokens that were then sent away. */
  readonly sentAway: bigint
  /** Lamports from sales of tokens that had not been bought. They count in no profit. */
  readonly unmatched: bigint
}

interface Change {
  readonly mint: Address
  readonly decimals: number
  readonly amount: bigint
}

/**
 * Computes the profit of a wallet's trades at average cost.
 * No lamport is lost to rounding: the cost share of a sale is rounded down, and the rest stays with the tokens left.
 * So at any price, realised + unrealised = proceeds − paid + sent away + the value of the tokens left.
 *
 * @param entries newest first.
 */
export function profitOf(entries: readonly Entry[]): Profit {
  const positions = new Map<Address, Position>()
  const sales: Sale[] = []
  let [paid, proceeds, sentAway, unmatched] = [0n, 0n, 0n, 0n]

  function buy(position: Position, amount: bigint, cost: bigint) {
    paid += cost
    positions.set(position.mint, { ...position, bought: position.bought + amount, cost: position.cost + cost })
  }

  /**
   * Removes tokens from a position, first the bought tokens.
   *
   * @returns how many of `amount` had been bought, and their cost in lamports (rounded down unless all are removed).
   */
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
    if (entry.failure === null)
      for (const change of entry.tokens) if (change.mint !== entry.liquidity?.share?.mint) apply(change, entry)
  return { positions, sales, paid, proceeds, sentAway, unmatched }
}

/**
 * Returns the fees of a transaction in lamports.
 * A trade's fees are the difference between the wallet's change (without rent) and the venue's amount.
 * They include the network's fee, Tern's fee, tips and accounts that the venue keeps open.
 * For any other transaction, and a failed trade, it is the network's fee.
 */
export function feesOf({ trade, failure, lamports, rent, networkFee }: Entry): bigint {
  if (failure !== null || trade === null || trade.amountIn === null || trade.amountOut === null) return networkFee
  const moved = lamports + rent
  return trade.side === 'buy' ? -moved - trade.amountIn : trade.amountOut - moved
}
