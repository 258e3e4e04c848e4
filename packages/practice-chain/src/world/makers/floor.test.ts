import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { pumpfunToken } from '../../programs/pumpfun/world/token.ts'
import { fateOf, lifeSeconds } from '../launches/fate.ts'
import { castOf, type Maker } from './cast.ts'
import { fairCurvePrice, fairPoolPrice } from './fairPrice.ts'
import { createFloor, type Floor, type Market } from './floor.ts'

const cast = await castOf('test')
const begin = 1_800_000_000

const pool = (name: string, openingPrice: number): Market => ({
  mint: name as Address,
  pool: `${name} pool` as Address,
  protocol: 'raydium_cpmm',
  kind: 'pool',
  bornSeconds: begin - 86_400,
  lifeSeconds: Number.POSITIVE_INFINITY,
  fairPrice: fairPoolPrice(name, openingPrice),
})

/** The usual curve of pump.fun. */
const curve = { virtualLamports: 30e9, virtualTokens: 1_073e12 }
const priceAt = pumpfunToken.curves?.priceAt ?? expect.fail('no curves')

const coin = (name: string, bornSeconds: number): Market => {
  const fate = fateOf(name)
  return {
    ...pool(name, 1),
    protocol: 'pumpfun',
    kind: 'curve',
    bornSeconds,
    lifeSeconds: lifeSeconds(fate),
    fairPrice: fairCurvePrice(name, { fate, launchedSeconds: bornSeconds }, priceAt),
  }
}

/** Simulates markets of constant product with a fee of 1% on every trade, in doubles. */
function createTown(floor: Floor) {
  const reserves = new Map<string, { lamports: number; tokens: number }>()
  const purses = new Map<Maker, number>(cast.map(maker => [maker, Number(maker.lamports)]))
  const trades: string[] = []

  const look = (market: Market, now: number) => {
    const { lamports = 0, tokens = 0 } = reserves.get(market.mint) ?? {}
    floor.observe(market.mint, { price: lamports / tokens, depth: lamports }, now)
    return lamports / tokens
  }

  function trade(now: number): void {
    const found = floor.look(now)
    if (found === undefined) return
    look(found.market, now)
    const turn = floor.decide(found.maker, found.market, now)
    const reserve = reserves.get(found.market.mint)
    if (turn === undefined || reserve === undefined) return
    const { maker, market, side, amountIn } = turn
    const held = floor.held(maker, market.mint)
    const product = reserve.lamports * reserve.tokens
    if (side === 'buy') {
      reserve.lamports += Number(amountIn)
      const bought = (reserve.tokens - product / reserve.lamports) * 0.99
      reserve.tokens = product / reserve.lamports
      floor.hold(maker, market.mint, {
        tokens: held + BigInt(Math.floor(bought)),
        nowSeconds: now,
        paidLamports: Number(amountIn),
      })
      purses.set(maker, (purses.get(maker) ?? 0) - Number(amountIn))
    } else {
      expect(amountIn).toBeLessThanOrEqual(held)
      reserve.tokens += Number(amountIn)
      const got = (reserve.lamports - product / reserve.tokens) * 0.99
      reserve.lamports = product / reserve.tokens
      floor.hold(maker, market.mint, { tokens: held - amountIn, nowSeconds: now })
      purses.set(maker, (purses.get(maker) ?? 0) + got)
    }
    trades.push(`${maker.key.address} ${side} ${amountIn} ${market.mint}`)
  }

  return { reserves, purses, trades, look, trade }
}

function liveInTown(seed: string, steps: number, secondsAStep: number) {
  const floor = createFloor(cast, seed)
  const town = createTown(floor)
  const pools = ['a', 'b', 'c', 'd'].map((name, i) => pool(name, 1e-3 * (i + 1)))
  for (const [i, market] of pools.entries()) {
    floor.open(market)
    town.reserves.set(market.mint, { lamports: 1e11 * (i + 1), tokens: 1e14 })
    const [keeper] = cast
    if (keeper !== undefined) floor.hold(keeper, market.mint, { tokens: 10n ** 13n, nowSeconds: begin })
    town.look(market, begin)
  }
  let launches = 0
  for (let step = 0; step < steps; step++) {
    const now = begin + step * secondsAStep
    if (step % 150 === 0) {
      const market = coin(`coin ${launches++}`, now)
      floor.open(market)
      town.reserves.set(market.mint, { lamports: curve.virtualLamports, tokens: curve.virtualTokens })
      town.look(market, now)
    }
    for (const { mint, bornSeconds, lifeSeconds: life } of floor.markets())
      if (now - bornSeconds > life + 3_600) floor.close(mint)
    town.trade(now)
  }
  return { ...town, floor, pools }
}

describe('the floor', () => {
  it('decides the same for the same seed and clock, and differently for another seed', () => {
    const first = liveInTown('a', 600, 2)
    expect(first.trades.length).toBeGreaterThan(300)
    expect(liveInTown('a', 600, 2).trades).toEqual(first.trades)
    expect(liveInTown('b', 600, 2).trades).not.toEqual(first.trades)
  })

  it('keeps prices near the fair price for weeks, and no maker runs out of SOL or tokens', () => {
    const { trades, purses, reserves, pools, floor } = liveInTown('long', 15_000, 120)
    const end = begin + 15_000 * 120
    expect(trades.length).toBeGreaterThan(8_000)
    for (const { mint, fairPrice } of pools) {
      const { lamports = 0, tokens = 1 } = reserves.get(mint) ?? {}
      expect(Math.abs(Math.log(lamports / tokens / fairPrice(end)))).toBeLessThan(0.35)
    }
    for (const [maker, lamports] of purses) expect(lamports / Number(maker.lamports)).toBeGreaterThan(-1.5)
    for (const maker of cast)
      for (const { mint } of floor.markets()) expect(floor.held(maker, mint)).toBeGreaterThanOrEqual(0n)
  })

  it('gives every habit trades, and small wallets the most', () => {
    const { trades } = liveInTown('habits', 6_000, 5)
    const counts = new Map<string, number>()
    for (const trade of trades) {
      const maker = cast.find(({ key }) => trade.startsWith(key.address))
      const name = maker?.habit.name ?? ''
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    expect(counts.size).toBeGreaterThanOrEqual(7)
    for (const count of counts.values()) expect(count).toBeGreaterThan(5)
    expect(Math.max(...counts.values())).toBe(counts.get('retailer'))
  })

  it('tracks a bounded number of markets, and sells the rest of markets that have ended', () => {
    const { floor } = liveInTown('bounded', 6_000, 60)
    expect(floor.markets().length).toBeLessThan(40)
  })

  it('picks no market if no market is open', () => {
    expect(createFloor(cast, 'empty').look(begin)).toBeUndefined()
  })
})
