import type { Address } from '@tern/core'
import type { Bought, PositionBook } from './positionBook.ts'
import type { Entry } from './useActivity.ts'

/** A wallet's share of a pool, as far as its deposits are known. */
export interface Share {
  /** Raw units of LP tokens that these deposits brought. */
  readonly lp: bigint
  /** Lamports that were deposited: all fees are included, rent is not. 0 in a pool of two tokens. */
  readonly lamports: bigint
  /** The tokens that were deposited, without SOL. */
  readonly tokens: readonly DepositedToken[]
}

/** A token in a share. It still belongs to the wallet, with its cost. */
interface DepositedToken extends Bought {
  readonly mint: Address
  readonly decimals: number
  /** Raw units that left the wallet. `bought` of them have a known cost. */
  readonly amount: bigint
}

const none: Share = { lp: 0n, lamports: 0n, tokens: [] }

/** The lamports that a share cost. `null` if it holds tokens that were not bought. */
export const costOf = ({ lamports, tokens }: Share): bigint | null =>
  tokens.every(({ amount, bought }) => amount === bought)
    ? tokens.reduce((sum, { cost }) => sum + cost, lamports)
    : null

/** Returns a part of a share, rounded down, and the rest. */
function divided(share: Share, lp: bigint): readonly [Share, Share] {
  if (lp === share.lp) return [share, none]
  const part = (whole: bigint) => (whole * lp) / share.lp
  const taken = share.tokens.map(token => ({
    ...token,
    ...{ amount: part(token.amount), bought: part(token.bought), cost: part(token.cost) },
  }))
  const left = share.tokens.map((token, at) => ({
    ...token,
    amount: token.amount - (taken[at]?.amount ?? 0n),
    bought: token.bought - (taken[at]?.bought ?? 0n),
    cost: token.cost - (taken[at]?.cost ?? 0n),
  }))
  const lamports = part(share.lamports)
  return [
    { lp, lamports, tokens: taken },
    { lp: share.lp - lp, lamports: share.lamports - lamports, tokens: left },
  ]
}

/**
 * Follows a wallet's shares of pools. Deposited tokens stay the wallet's, with their cost.
 *
 * A pool against SOL trades for its providers. If a withdrawal brings fewer tokens than the deposit gave, the pool has sold the
 * rest for the SOL that came on top. If it brings more tokens, the pool has bought these for the SOL that is missing.
 * In a pool of two tokens, each token keeps the cost that it had.
 */
export function createShareBook(book: PositionBook) {
  const shares = new Map<Address, Share>()

  function deposit({ tokens, lamports, rent }: Entry, lpMint: Address, lp: bigint): void {
    const share = shares.get(lpMint) ?? none
    const given = tokens.filter(({ mint, amount }) => mint !== lpMint && amount < 0n)
    const added = given.map(({ mint, decimals, amount }): DepositedToken => {
      const before = share.tokens.find(token => token.mint === mint) ?? { amount: 0n, bought: 0n, cost: 0n }
      const { bought, cost } = book.take({ mint, decimals }, -amount)
      return {
        ...{ mint, decimals, amount: before.amount - amount },
        ...{ bought: before.bought + bought, cost: before.cost + cost },
      }
    })
    const paid = given.length === 1 ? -(lamports + rent) : 0n
    shares.set(lpMint, { lp: share.lp + lp, lamports: share.lamports + paid, tokens: added })
  }

  /** Removes LP tokens, first the tokens of known deposits. @returns the share that they stood for. */
  function take(lpMint: Address, lp: bigint): Share {
    const share = shares.get(lpMint) ?? none
    const [taken, left] = divided(share, lp < share.lp ? lp : share.lp)
    shares.set(lpMint, left)
    return taken
  }

  function withdraw(entry: Entry, lpMint: Address, lp: bigint): void {
    const share = take(lpMint, lp)
    if (share.lp === 0n) return
    /** The part of an amount that the LP tokens of known deposits brought. */
    const broughtBy = (amount: bigint) => (amount * share.lp) / lp
    const arrived = ({ mint }: DepositedToken) =>
      broughtBy(entry.tokens.find(token => token.mint === mint)?.amount ?? 0n)
    const [token, other] = share.tokens
    if (other !== undefined) for (const one of share.tokens) putBack(one, arrived(one))
    else if (token !== undefined) {
      book.put(token, token)
      const lamports = broughtBy(entry.lamports + entry.rent) - share.lamports
      settle(token, { more: arrived(token) - token.amount, lamports }, entry)
    }
  }

  /** Counts the trades of a pool against SOL: the tokens and lamports that came back beyond those of the deposit. */
  function settle(
    token: DepositedToken,
    { more, lamports }: { readonly more: bigint; readonly lamports: bigint },
    entry: Entry,
  ): void {
    if (more < 0n) book.sell(token, { amount: -more, brought: lamports }, entry)
    else if (more > 0n && lamports < 0n) book.buy(token, more, -lamports)
    else {
      book.buy(token, more, 0n)
      if (lamports !== 0n) book.earn(token, { brought: lamports, cost: 0n }, entry)
    }
  }

  /** Takes a token back from a pool, with its whole cost, even if less of the token arrived. */
  function putBack(token: DepositedToken, arrived: bigint): void {
    const { amount, bought, cost } = token
    const back = bought === amount || arrived < bought ? arrived : bought
    if (back === 0n) book.giveUp(0n, cost)
    else book.put(token, { bought: back, cost })
  }

  function sendAway(lpMint: Address, lp: bigint): void {
    const { lamports, tokens } = take(lpMint, lp)
    const cost = tokens.reduce((sum, token) => sum + token.cost, 0n)
    book.giveUp(lamports, cost)
  }

  return { shares, deposit, withdraw, sendAway }
}
