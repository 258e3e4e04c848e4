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

/** Lamports that all positions together took and brought. */
export interface Totals {
  /** For all buys. */
  readonly paid: bigint
  /** From sales of bought tokens, and from a pool's fees. */
  readonly proceeds: bigint
  /** Had been paid for tokens that were then sent away. */
  readonly sentAway: bigint
  /** From sales of tokens that had not been bought. They count in no profit. */
  readonly unmatched: bigint
}

type Token = Pick<Entry['tokens'][number], 'mint' | 'decimals'>
type Sold = Pick<Entry, 'timestampSeconds'>

/** Bought tokens, in raw units, and their cost in lamports. */
export type Bought = Pick<Position, 'bought' | 'cost'>

/** Tokens that were sold, in raw units, and the lamports that they brought. */
interface Given {
  readonly amount: bigint
  readonly brought: bigint
}

/** Lamports that tokens brought, and the cost of these tokens. */
interface Earned {
  readonly brought: bigint
  readonly cost: bigint
}

/** The positions of a wallet, while its transactions are gone through, the oldest first. All amounts are raw units. */
export type PositionBook = ReturnType<typeof createPositionBook>

export function createPositionBook() {
  const positions = new Map<Address, Position>()
  const sales: Sale[] = []
  const totals = { paid: 0n, proceeds: 0n, sentAway: 0n, unmatched: 0n }

  const positionOf = ({ mint, decimals }: Token): Position =>
    positions.get(mint) ?? { mint, decimals, bought: 0n, cost: 0n, realised: 0n }

  /** Adds bought tokens that the wallet has paid for before. */
  function put(token: Token, { bought, cost }: Bought): void {
    const position = positionOf(token)
    positions.set(token.mint, { ...position, bought: position.bought + bought, cost: position.cost + cost })
  }

  /**
   * Removes tokens, first the bought tokens.
   *
   * @returns how many of `amount` had been bought, and their cost in lamports (rounded down unless all are removed).
   */
  function take(token: Token, amount: bigint): Bought {
    const position = positionOf(token)
    const bought = amount < position.bought ? amount : position.bought
    const cost = bought === position.bought ? position.cost : (position.cost * bought) / position.bought
    positions.set(token.mint, { ...position, bought: position.bought - bought, cost: position.cost - cost })
    return { bought, cost }
  }

  function buy(token: Token, bought: bigint, cost: bigint): void {
    totals.paid += cost
    put(token, { bought, cost })
  }

  /** Counts lamports that bought tokens brought, minus their cost. */
  function earn(token: Token, { brought, cost }: Earned, { timestampSeconds }: Sold): void {
    const realised = brought - cost
    totals.proceeds += brought
    sales.push({ mint: token.mint, timestampSeconds, realised })
    const position = positionOf(token)
    positions.set(token.mint, { ...position, realised: position.realised + realised })
  }

  function sell(token: Token, { amount, brought }: Given, when: Sold): void {
    const { bought, cost } = take(token, amount)
    const share = bought === amount ? brought : (brought * bought) / amount
    totals.unmatched += brought - share
    if (bought > 0n) earn(token, { brought: share, cost }, when)
  }

  function sendAway(token: Token, amount: bigint): void {
    totals.sentAway += take(token, amount).cost
  }

  /**
   * Counts a loss without proceeds: lamports that were paid for other things than tokens, and the cost of lost tokens.
   */
  function giveUp(lamports: bigint, cost: bigint): void {
    totals.paid += lamports
    totals.sentAway += lamports + cost
  }

  return { positions, sales, totals, put, take, buy, sell, earn, sendAway, giveUp }
}
