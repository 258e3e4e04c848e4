import { maxU64 } from '@tern/core'
import { ceilQuotient, exactLimit, floorQuotient, fromDouble, toDouble } from '../wideQuotient.ts'

/** Fee rates are parts of this. */
const inOne = 10_000n
/** The same where doubles are exact. */
const inOneDouble = 10_000

/** A curve, ready to quote. Raw units; rates are basis points of the quote amount. */
export interface Curve {
  readonly virtualToken: bigint
  readonly virtualQuote: bigint
  /** What the curve has left to sell, and what it can pay. */
  readonly realToken: bigint
  readonly realQuote: bigint
  readonly protocolFeeBps: bigint
  /** 0 where the coin has no creator. */
  readonly creatorFeeBps: bigint
}

/** A trade as the program carries it out. Raw units. */
export interface CurveTrade {
  readonly tokenAmount: bigint
  /** What the curve takes or pays, fees not in it. */
  readonly quoteAmount: bigint
  readonly protocolFee: bigint
  readonly creatorFee: bigint
}

function fee(amount: bigint, bps: bigint): bigint {
  const product = toDouble(amount) * toDouble(bps)
  return product < exactLimit ? fromDouble(Math.ceil(product / inOneDouble)) : ceilQuotient(amount, bps, inOne)
}

function trade(curve: Curve, tokenAmount: bigint, quoteAmount: bigint): CurveTrade {
  return {
    tokenAmount,
    quoteAmount,
    protocolFee: fee(quoteAmount, curve.protocolFeeBps),
    creatorFee: fee(quoteAmount, curve.creatorFeeBps),
  }
}

/**
 * `buy`: exactly `tokenAmount`, at most what the curve has left. The cost is rounded down and one is added to it; each fee is
 * rounded up and comes on top.
 */
export function buyTokens(curve: Curve, tokenAmount: bigint): CurveTrade {
  const cost = floorQuotient(tokenAmount, curve.virtualQuote, curve.virtualToken - tokenAmount) + 1n
  return trade(curve, tokenAmount, cost)
}

/**
 * `buy_exact_sol_in` and `buy_exact_quote_in_v2`, as the IDL spells them out: what is left of `spendable` after the fees, less
 * one, buys. Beyond what the curve has left it is a `buy` of that, as the official client sends it. `undefined` where the
 * fees leave nothing.
 */
export function buyForQuote(curve: Curve, spendable: bigint): CurveTrade | undefined {
  const { virtualToken, virtualQuote, realToken, protocolFeeBps, creatorFeeBps } = curve
  const amount = toDouble(spendable)
  // Exact in doubles: no product is greater than this one.
  if (amount * inOneDouble < exactLimit) {
    const protocolBps = toDouble(protocolFeeBps)
    const creatorBps = toDouble(creatorFeeBps)
    const net = Math.floor((amount * inOneDouble) / (inOneDouble + protocolBps + creatorBps))
    const fees = Math.ceil((net * protocolBps) / inOneDouble) + Math.ceil((net * creatorBps) / inOneDouble)
    const quoteAmount = net - Math.max(0, net + fees - amount)
    if (quoteAmount < 1) return undefined
    const swapped = fromDouble(quoteAmount - 1)
    const tokenAmount = floorQuotient(swapped, virtualToken, virtualQuote + swapped)
    if (tokenAmount >= realToken) return buyTokens(curve, realToken)
    return {
      tokenAmount,
      quoteAmount: swapped + 1n,
      protocolFee: fromDouble(Math.ceil((quoteAmount * protocolBps) / inOneDouble)),
      creatorFee: fromDouble(Math.ceil((quoteAmount * creatorBps) / inOneDouble)),
    }
  }
  const net = floorQuotient(spendable, inOne, inOne + protocolFeeBps + creatorFeeBps)
  const excess = net + fee(net, protocolFeeBps) + fee(net, creatorFeeBps) - spendable
  const quoteAmount = excess > 0n ? net - excess : net
  if (quoteAmount < 1n) return undefined
  const swapped = quoteAmount - 1n
  const tokenAmount = floorQuotient(swapped, virtualToken, virtualQuote + swapped)
  return tokenAmount < realToken ? trade(curve, tokenAmount, quoteAmount) : buyTokens(curve, realToken)
}

/** `sell`: what the curve pays is rounded down, each fee is rounded up and comes off it. */
export function sellTokens(curve: Curve, tokenAmount: bigint): CurveTrade {
  const gross = floorQuotient(tokenAmount, curve.virtualQuote, curve.virtualToken + tokenAmount)
  return trade(curve, tokenAmount, gross)
}

/** What reaches the seller; below 0 where the fees are more than the sale. */
export function netOf({ quoteAmount, protocolFee, creatorFee }: CurveTrade): bigint {
  return quoteAmount - protocolFee - creatorFee
}

/** The sale of the fewest tokens that brings at least `net`; `undefined` where no sale does. The program has no such instruction. */
export function sellForQuote(curve: Curve, net: bigint): CurveTrade | undefined {
  const { virtualToken, virtualQuote, realQuote, protocolFeeBps, creatorFeeBps } = curve
  const kept = inOne - protocolFeeBps - creatorFeeBps
  if (kept <= 0n) return undefined
  // No smaller sale brings enough even with fees that are not rounded up. What is brought may fall by one as the sale grows by
  // one, so the first that brings enough is looked for from here on; roundings are two units at most, which bounds the search.
  let gross = ceilQuotient(net, inOne, kept)
  for (;;) {
    if (gross >= virtualQuote || gross > realQuote) return undefined
    const tokenAmount = ceilQuotient(gross, virtualToken, virtualQuote - gross)
    if (tokenAmount > maxU64) return undefined
    const sale = sellTokens(curve, tokenAmount)
    if (netOf(sale) >= net) return sale.quoteAmount <= realQuote ? sale : undefined
    gross = sale.quoteAmount + 1n
  }
}
