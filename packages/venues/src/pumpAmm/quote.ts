import { maxU64 } from '@tern/core'
import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'

/** Fee rates are parts of this. */
const inOne = 10_000n

/** A pool's reserves and rates, ready to quote. Raw units; rates are basis points of the quote amount. */
export interface Reserves {
  readonly base: bigint
  /** What prices are made of: what the pool has, and its virtual part. */
  readonly quote: bigint
  /** What the pool can pay. */
  readonly realQuote: bigint
  readonly lpFeeBps: bigint
  readonly protocolFeeBps: bigint
  /** 0 where the coin has no creator. */
  readonly creatorFeeBps: bigint
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
}

function fee(amount: bigint, bps: bigint): bigint {
  return ceilQuotient(amount, bps, inOne)
}

function trade(pool: Reserves, baseAmount: bigint, quoteAmount: bigint): PoolTrade {
  return {
    baseAmount,
    quoteAmount,
    lpFee: fee(quoteAmount, pool.lpFeeBps),
    protocolFee: fee(quoteAmount, pool.protocolFeeBps),
    creatorFee: fee(quoteAmount, pool.creatorFeeBps),
  }
}

/** `buy`: exactly `baseAmount`, less than the pool has. The cost is rounded up; so is each fee, which comes on top. */
export function buyBase(pool: Reserves, baseAmount: bigint): PoolTrade {
  return trade(pool, baseAmount, ceilQuotient(baseAmount, pool.quote, pool.base - baseAmount))
}

/** What a buyer pays. */
export function costOf({ quoteAmount, lpFee, protocolFee, creatorFee }: PoolTrade): bigint {
  return quoteAmount + lpFee + protocolFee + creatorFee
}

/**
 * `buy_exact_quote_in`: what is left of `spendable` after the fees, less what rounding them up takes too much, less one, buys.
 * `undefined` where the fees leave nothing.
 */
export function buyForQuote(pool: Reserves, spendable: bigint): PoolTrade | undefined {
  const { lpFeeBps, protocolFeeBps, creatorFeeBps } = pool
  const net = floorQuotient(spendable, inOne, inOne + lpFeeBps + protocolFeeBps + creatorFeeBps)
  const lpFee = fee(net, lpFeeBps)
  const protocolFee = fee(net, protocolFeeBps)
  const creatorFee = fee(net, creatorFeeBps)
  const excess = net + lpFee + protocolFee + creatorFee - spendable
  const quoteAmount = excess > 0n ? net - excess : net
  if (quoteAmount < 1n) return undefined
  const swapped = quoteAmount - 1n
  const baseAmount = floorQuotient(swapped, pool.base, pool.quote + swapped)
  return { baseAmount, quoteAmount, lpFee, protocolFee, creatorFee }
}

/** `sell`: what the reserves give is rounded down, each fee is rounded up and comes off it. */
export function sellBase(pool: Reserves, baseAmount: bigint): PoolTrade {
  return trade(pool, baseAmount, floorQuotient(baseAmount, pool.quote, pool.base + baseAmount))
}

/** What reaches a seller; below 0 where the fees are more than the sale. */
export function netOf({ quoteAmount, lpFee, protocolFee, creatorFee }: PoolTrade): bigint {
  return quoteAmount - lpFee - protocolFee - creatorFee
}

/** What leaves the pool by a sale: all but its own fee. */
export function paidOut({ quoteAmount, lpFee }: PoolTrade): bigint {
  return quoteAmount - lpFee
}

/** The sale of the least base that brings at least `net`; `undefined` where no sale does. The program has no such instruction. */
export function sellForQuote(pool: Reserves, net: bigint): PoolTrade | undefined {
  const kept = inOne - pool.lpFeeBps - pool.protocolFeeBps - pool.creatorFeeBps
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
