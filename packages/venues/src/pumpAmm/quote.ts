import { maxU64 } from '@tern/core'
import { ceilQuotient, exactLimit, floorQuotient, fromDouble, toDouble } from '../wideQuotient.ts'

/** Fee rates are parts of this. */
const inOne = 10_000n
/** The same where doubles are exact. */
const inOneDouble = 10_000

/** A pool's reserves and rates. Raw units; rates are whole basis points of the quote amount. */
export interface ReservesAndRates {
  readonly base: bigint
  /** What prices are made of: what the pool has, and its virtual part. */
  readonly quote: bigint
  /** What the pool can pay. */
  readonly realQuote: bigint
  readonly lpFeeBps: number
  readonly protocolFeeBps: number
  /** 0 where the coin has no creator. */
  readonly creatorFeeBps: number
}

/** The same, ready to quote. */
export interface Reserves extends ReservesAndRates {
  /** The reserves that prices are made of, nearly so. */
  readonly doubles: { readonly base: number; readonly quote: number }
}

/** What of a pool's numbers can be worked out before a quote; each is of 64 bits. */
export function prepareReserves(pool: ReservesAndRates): Reserves {
  const { base, quote, realQuote, lpFeeBps, protocolFeeBps, creatorFeeBps } = pool
  const doubles = { base: toDouble(base), quote: toDouble(quote) }
  return { base, quote, realQuote, lpFeeBps, protocolFeeBps, creatorFeeBps, doubles }
}

/** A trade as the program carries it out. Raw units. */
export interface PoolTrade {
  readonly baseAmount: bigint
  /** What the reserves ask or give, fees not in it. */
  readonly quoteAmount: bigint
  /** Stays in the pool. */
  readonly lpFee: bigint
  readonly protocolFee: bigint
  readonly creatorFee: bigint
  /** The sum of the three. */
  readonly fees: bigint
}

function fee(amount: bigint, bps: number): bigint {
  return ceilQuotient(amount, BigInt(bps), inOne)
}

/** Each fee is rounded up by itself. */
function trade(pool: Reserves, baseAmount: bigint, quoteAmount: bigint): PoolTrade {
  const amount = toDouble(quoteAmount)
  // Exact in doubles: no product is greater than this one.
  if (amount * inOneDouble < exactLimit) return doubleTrade(pool, baseAmount, quoteAmount, amount)
  const lpFee = fee(quoteAmount, pool.lpFeeBps)
  const protocolFee = fee(quoteAmount, pool.protocolFeeBps)
  const creatorFee = fee(quoteAmount, pool.creatorFeeBps)
  return { baseAmount, quoteAmount, lpFee, protocolFee, creatorFee, fees: lpFee + protocolFee + creatorFee }
}

/** `amount` is what the fees are of, a whole number as a double, its product with any rate exact. */
function doubleTrade(pool: Reserves, baseAmount: bigint, quoteAmount: bigint, amount: number): PoolTrade {
  const lpFee = Math.ceil((amount * pool.lpFeeBps) / inOneDouble)
  const protocolFee = Math.ceil((amount * pool.protocolFeeBps) / inOneDouble)
  const creatorFee = Math.ceil((amount * pool.creatorFeeBps) / inOneDouble)
  return {
    baseAmount,
    quoteAmount,
    lpFee: fromDouble(lpFee),
    protocolFee: fromDouble(protocolFee),
    creatorFee: fromDouble(creatorFee),
    fees: fromDouble(lpFee + protocolFee + creatorFee),
  }
}

/** `buy`: exactly `baseAmount`, less than the pool has. The cost is rounded up; so is each fee, which comes on top. */
export function buyBase(pool: Reserves, baseAmount: bigint): PoolTrade {
  const left = pool.base - baseAmount
  const estimate = (toDouble(baseAmount) * pool.doubles.quote) / toDouble(left)
  return trade(pool, baseAmount, ceilQuotient(baseAmount, pool.quote, left, estimate))
}

/** What a buyer pays. */
export function costOf({ quoteAmount, fees }: PoolTrade): bigint {
  return quoteAmount + fees
}

/**
 * `buy_exact_quote_in`: what is left of `spendable` after the fees, less what rounding them up takes too much, less one, buys.
 * `undefined` where the fees leave nothing.
 */
export function buyForQuote(pool: Reserves, spendable: bigint): PoolTrade | undefined {
  const amount = toDouble(spendable)
  if (amount * inOneDouble < exactLimit) return doubleBuyForQuote(pool, amount)
  const { lpFeeBps, protocolFeeBps, creatorFeeBps } = pool
  const net = floorQuotient(spendable, inOne, inOne + BigInt(lpFeeBps + protocolFeeBps + creatorFeeBps))
  const lpFee = fee(net, lpFeeBps)
  const protocolFee = fee(net, protocolFeeBps)
  const creatorFee = fee(net, creatorFeeBps)
  const fees = lpFee + protocolFee + creatorFee
  const excess = net + fees - spendable
  const quoteAmount = excess > 0n ? net - excess : net
  if (quoteAmount < 1n) return undefined
  return {
    baseAmount: boughtBy(pool, quoteAmount - 1n, toDouble(quoteAmount - 1n)),
    quoteAmount,
    lpFee,
    protocolFee,
    creatorFee,
    fees,
  }
}

/** The same, exact in doubles: no product is greater than `amount` times 10,000. */
function doubleBuyForQuote(pool: Reserves, amount: number): PoolTrade | undefined {
  const { lpFeeBps, protocolFeeBps, creatorFeeBps } = pool
  const net = Math.floor((amount * inOneDouble) / (inOneDouble + lpFeeBps + protocolFeeBps + creatorFeeBps))
  const lpFee = Math.ceil((net * lpFeeBps) / inOneDouble)
  const protocolFee = Math.ceil((net * protocolFeeBps) / inOneDouble)
  const creatorFee = Math.ceil((net * creatorFeeBps) / inOneDouble)
  const fees = lpFee + protocolFee + creatorFee
  const quoteAmount = net - Math.max(0, net + fees - amount)
  if (quoteAmount < 1) return undefined
  return {
    baseAmount: boughtBy(pool, fromDouble(quoteAmount - 1), quoteAmount - 1),
    quoteAmount: fromDouble(quoteAmount),
    lpFee: fromDouble(lpFee),
    protocolFee: fromDouble(protocolFee),
    creatorFee: fromDouble(creatorFee),
    fees: fromDouble(fees),
  }
}

/** `paid`: the double nearest to `swapped`. */
function boughtBy({ base, quote, doubles }: Reserves, swapped: bigint, paid: number): bigint {
  return floorQuotient(swapped, base, quote + swapped, (paid * doubles.base) / (doubles.quote + paid))
}

/** `sell`: what the reserves give is rounded down, each fee is rounded up and comes off it. */
export function sellBase(pool: Reserves, baseAmount: bigint): PoolTrade {
  const sold = toDouble(baseAmount)
  const estimate = (sold * pool.doubles.quote) / (pool.doubles.base + sold)
  return trade(pool, baseAmount, floorQuotient(baseAmount, pool.quote, pool.base + baseAmount, estimate))
}

/** What reaches a seller; below 0 where the fees are more than the sale. */
export function netOf({ quoteAmount, fees }: PoolTrade): bigint {
  return quoteAmount - fees
}

/** What leaves the pool by a sale: all but its own fee. */
export function paidOut({ quoteAmount, lpFee }: PoolTrade): bigint {
  return quoteAmount - lpFee
}

/** The sale of the least base that brings at least `net`; `undefined` where no sale does. The program has no such instruction. */
export function sellForQuote(pool: Reserves, net: bigint): PoolTrade | undefined {
  const kept = inOne - BigInt(pool.lpFeeBps + pool.protocolFeeBps + pool.creatorFeeBps)
  if (kept <= 0n) return undefined
  // No smaller sale brings enough even with fees that are not rounded up. What is brought may fall by two as the sale grows by
  // one, so the first that brings enough is looked for from here on; roundings are three units at most, which bounds the search.
  let gross = ceilQuotient(net, inOne, kept)
  for (;;) {
    if (gross >= pool.quote) return undefined
    const baseAmount = ceilQuotient(gross, pool.base, pool.quote - gross)
    if (baseAmount > maxU64) return undefined
    const sale = sellBase(pool, baseAmount)
    if (paidOut(sale) > pool.realQuote) return undefined
    if (netOf(sale) >= net) return sale
    gross = sale.quoteAmount + 1n
  }
}
