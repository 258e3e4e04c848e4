import { maxU64 } from '@tern/core/internal'
import { ceilQuotient, exactLimit, floorQuotient, fromDouble, toDouble } from '../wideQuotient.ts'

/** Denominator of fee rates: 10,000 basis points are 100%. */
const inOne = 10_000n
/** `inOne` as a double. */
const inOneDouble = 10_000

/** A pool's reserves and rates. Raw units; rates are whole basis points of the quote amount. */
export interface ReservesAndRates {
  readonly base: bigint
  /** The reserve that sets the price: the pool's balance plus its virtual part. */
  readonly quote: bigint
  /** The max that the pool can pay. */
  readonly realQuote: bigint
  readonly lpFeeBps: number
  readonly protocolFeeBps: number
  /** 0 if the coin has no creator. */
  readonly creatorFeeBps: number
}

/** Reserves and rates, ready to quote. */
export interface Reserves extends ReservesAndRates {
  /** The nearest doubles to the reserves, for estimates. */
  readonly doubles: { readonly base: number; readonly quote: number }
}

/** Converts the reserves to doubles once, before any quote. Each reserve fits 64 bits. */
export function prepareReserves(pool: ReservesAndRates): Reserves {
  const { base, quote, realQuote, lpFeeBps, protocolFeeBps, creatorFeeBps } = pool
  const doubles = { base: toDouble(base), quote: toDouble(quote) }
  return { base, quote, realQuote, lpFeeBps, protocolFeeBps, creatorFeeBps, doubles }
}

/** A trade as the program executes it, in raw units. */
export interface PoolTrade {
  readonly baseAmount: bigint
  /** Raw units that the reserves ask or give, without fees. */
  readonly quoteAmount: bigint
  /** Stays in the pool. */
  readonly lpFee: bigint
  readonly protocolFee: bigint
  readonly creatorFee: bigint
  /** The sum of the three fees. */
  readonly fees: bigint
}

function fee(amount: bigint, bps: number): bigint {
  return ceilQuotient(amount, BigInt(bps), inOne)
}

/** Adds the fees to a trade. Each fee is rounded up separately. */
function trade(pool: Reserves, baseAmount: bigint, quoteAmount: bigint): PoolTrade {
  const amount = toDouble(quoteAmount)
  // Exact in doubles, because no product exceeds this limit.
  if (amount * inOneDouble < exactLimit) return doubleTrade(pool, baseAmount, quoteAmount, amount)
  const lpFee = fee(quoteAmount, pool.lpFeeBps)
  const protocolFee = fee(quoteAmount, pool.protocolFeeBps)
  const creatorFee = fee(quoteAmount, pool.creatorFeeBps)
  return { baseAmount, quoteAmount, lpFee, protocolFee, creatorFee, fees: lpFee + protocolFee + creatorFee }
}

/**
 * Adds the fees to a trade, with doubles.
 * @param amount the base of the fees: a whole number whose product with any rate is exact.
 */
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

/**
 * Quotes `buy` of exactly `baseAmount`, less than the pool's base reserve.
 * The cost is rounded up. Each fee is rounded up separately and comes on top.
 */
export function buyBase(pool: Reserves, baseAmount: bigint): PoolTrade {
  const left = pool.base - baseAmount
  const estimate = (toDouble(baseAmount) * pool.doubles.quote) / toDouble(left)
  return trade(pool, baseAmount, ceilQuotient(baseAmount, pool.quote, left, estimate))
}

/** Returns the amount that a buyer pays. */
export function costOf({ quoteAmount, fees }: PoolTrade): bigint {
  return quoteAmount + fees
}

/**
 * Quotes `buy_exact_quote_in`. The fees come off `spendable`: first without rounding up, then each fee is rounded up.
 * If the sum then exceeds `spendable`, the excess comes off the rest. The rest minus 1 buys.
 *
 * @returns `undefined` if the fees leave nothing.
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

/** Does the calculation in doubles. Exact, because no product exceeds `amount` times 10,000. */
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

/** @param paid the double nearest to `swapped`. */
function boughtBy({ base, quote, doubles }: Reserves, swapped: bigint, paid: number): bigint {
  return floorQuotient(swapped, base, quote + swapped, (paid * doubles.base) / (doubles.quote + paid))
}

/** Quotes `sell`: the reserves' payment is rounded down. Each fee is rounded up separately and comes off. */
export function sellBase(pool: Reserves, baseAmount: bigint): PoolTrade {
  const sold = toDouble(baseAmount)
  const estimate = (sold * pool.doubles.quote) / (pool.doubles.base + sold)
  return trade(pool, baseAmount, floorQuotient(baseAmount, pool.quote, pool.base + baseAmount, estimate))
}

/** Returns the amount that reaches a seller. Negative if the fees exceed the payment. */
export function netOf({ quoteAmount, fees }: PoolTrade): bigint {
  return quoteAmount - fees
}

/** Returns the amount that leaves the pool by a sale: everything except the pool's own fee. */
export function paidOut({ quoteAmount, lpFee }: PoolTrade): bigint {
  return quoteAmount - lpFee
}

/**
 * Quotes the sale of the smallest base amount that brings at least `net`. The program has no such instruction.
 *
 * @returns `undefined` if no sale brings that much.
 */
export function sellForQuote(pool: Reserves, net: bigint): PoolTrade | undefined {
  const kept = inOne - BigInt(pool.lpFeeBps + pool.protocolFeeBps + pool.creatorFeeBps)
  if (kept <= 0n) return undefined
  // Start at the smallest gross payment that could be enough if fees were not rounded up.
  // From there, search for the first sale that brings enough: with 1 more unit of gross payment, `netOf` may fall by 2.
  // The three fee roundings take less than 3 units together, which bounds the search.
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
