import type { Address } from '@tern/core'
import { createShareBook, type Share } from './poolShares.ts'
import { createPositionBook, type Position, type Sale, type Totals } from './positionBook.ts'
import type { Entry } from './useActivity.ts'

export interface Profit extends Totals {
  readonly positions: ReadonlyMap<Address, Position>
  /** By LP mint. */
  readonly shares: ReadonlyMap<Address, Share>
  /** Oldest first. */
  readonly sales: readonly Sale[]
}

/**
 * Computes the profit of a wallet's trades at average cost.
 * No lamport is lost to rounding: the cost share of a sale is rounded down, and the rest stays with the tokens left.
 * So at any price, realised + unrealised = proceeds − paid + sent away + the value of the tokens left. The tokens and the
 * lamports in shares of pools are still the wallet's: they count as left, and a deposit is no payment.
 *
 * @param entries newest first.
 */
export function profitOf(entries: readonly Entry[]): Profit {
  const book = createPositionBook()
  const { shares, ...change } = createShareBook(book)

  function apply(token: Entry['tokens'][number], entry: Entry): void {
    const { mint, amount } = token
    const isTrade = entry.trade?.mint === mint && entry.tokens.length === 1
    const lamports = entry.lamports + entry.rent
    if (isTrade && amount > 0n) book.buy(token, amount, -lamports)
    else if (isTrade) book.sell(token, { amount: -amount, brought: lamports }, entry)
    else if (amount < 0n && shares.has(mint)) change.sendAway(mint, -amount)
    else if (amount < 0n) book.sendAway(token, -amount)
  }

  for (const entry of entries.toReversed()) {
    if (entry.failure !== null) continue
    const share = entry.liquidity?.share
    if (share == null) for (const token of entry.tokens) apply(token, entry)
    else if (share.amount > 0n) change.deposit(entry, share.mint, share.amount)
    else change.withdraw(entry, share.mint, -share.amount)
  }
  const { positions, sales, totals } = book
  return { positions, shares, sales, ...totals }
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
