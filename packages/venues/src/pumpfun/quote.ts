import { maxU64 } from '@tern/core/internal'
import { ceilQuotient, exactLimit, floorQuotient, fromDouble, toDouble } from '../wideQuotient.ts'

/** Denominator of fee rates: 10,000 basis points are 100%. */
const inOne = 10_000n
/** `inOne` as a double. */
const inOneDouble = 10_000

/** A curve, ready to quote. Raw units; rates are basis points of the quote amount. */
export interface Curve {
  readonly virtualToken: bigint
  readonly virtualQuote: bigint
  /** Tokens that are left to sell, and `realQuote`: the max that the curve can pay. */
  readonly realToken: bigint
  readonly realQuote: bigint
  readonly protocolFeeBps: bigint
  /** 0 if the coin has no creator. */
  readonly creatorFeeBps: bigint
}

/** A trade as the program executes it, in raw units. */
export interface CurveTrade {
  readonly tokenAmount: bigint
  /** Raw units that the curve takes or pays, without fees. */
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
 * Quotes `buy` of exactly `tokenAmount`, at most the curve's `realToken`.
 * The cost is rounded down, then 1 is added. Each fee is rounded up separately and comes on top.
 */
export function buyTokens(curve: Curve, tokenAmount: bigint): CurveTrade {
  const cost = floorQuotient(tokenAmount, curve.virtualQuote, curve.virtualToken - tokenAmount) + 1n
  return trade(curve, tokenAmount, cost)
}

/**
 * Quotes `buy_exact_sol_in` and `buy_exact_quote_in_v2`, by the formula in the IDL.
 * The fees come off `spendable`, rounded so that cost plus fees never exceed it. The rest minus 1 buys.
 * If that reaches `realToken`, quotes a `buy` of `realToken` instead, like the official client.
 *
 * @returns `undefined` if the fees leave nothing.
 */
export function buyForQuote(curve: Curve, spendable: bigint): CurveTrade | undefined {
  const { virtualToken, virtualQuote, realToken, protocolFeeBps, creatorFeeBps } = curve
  const amount = toDouble(spendable)
  // Exact in doubles, because no product exceeds this limit.
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

/** Quotes `sell`: the curve's payment is rounded down. Each fee is rounded up separately and comes off. */
export function sellTokens(curve: Curve, tokenAmount: bigint): CurveTrade {
  const gross = floorQuotient(tokenAmount, curve.virtualQuote, curve.virtualToken + tokenAmount)
  return trade(curve, tokenAmount, gross)
}

/** Returns the amount that reaches the seller. Negative if the fees exceed the payment. */
export function netOf({ quoteAmount, protocolFee, creatorFee }: CurveTrade): bigint {
  return quoteAmount - protocolFee - creatorFee
}

/**
 * Quotes the sale of the fewest tokens that brings at least `net`. The program has no such instruction.
 *
 * @returns `undefined` if no sale brings that much.
 */
export function sellForQuote(curve: Curve, net: bigint): CurveTrade | undefined {
  const { virtualToken, virtualQuote, realQuote, protocolFeeBps, creatorFeeBps } = curve
  const kept = inOne - protocolFeeBps - creatorFeeBps
  if (kept <= 0n) return undefined
  // Start at the smallest gross payment that could be enough if fees were not rounded up.
  // From there, search for the first sale that brings enough: with 1 more unit of gross payment, `netOf` may fall by 1.
  // The two fee roundings take less than 2 units together, which bounds the search.
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
