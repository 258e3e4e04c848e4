import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { accumulator } from './accumulator.ts'
import { dipBuyer } from './dipBuyer.ts'
import { type Habit, type Sight, sol, type Wish } from './habit.ts'
import { launcher } from './launcher.ts'
import { liquidityProvider } from './liquidityProvider.ts'
import { momentumTrader } from './momentumTrader.ts'
import { rangeKeeper } from './rangeKeeper.ts'
import { retailer } from './retailer.ts'
import { sniper } from './sniper.ts'
import { whale } from './whale.ts'

const habits = [
  accumulator,
  dipBuyer,
  launcher,
  liquidityProvider,
  momentumTrader,
  rangeKeeper,
  retailer,
  sniper,
  whale,
]

/** A market of 100 SOL at a stable fair price. The maker holds nothing there. */
const calm: Sight = {
  kind: 'pool',
  ageSeconds: 86_400,
  depth: 100 * sol,
  gap: 0,
  change: () => 0,
  below: () => 0,
  held: 0,
  gain: 0,
  heldSeconds: 0,
}

const sights = fc
  .record({
    kind: fc.constantFrom('curve' as const, 'pool' as const),
    ageSeconds: fc.integer({ min: 0, max: 100_000 }),
    depth: fc.double({ min: sol, max: 5_000 * sol, noNaN: true }),
    away: fc.double({ min: -0.9, max: 1.5, noNaN: true }),
    change: fc.double({ min: -0.5, max: 1, noNaN: true }),
    below: fc.double({ min: 0, max: 0.9, noNaN: true }),
    part: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 0.8, noNaN: true })),
    gain: fc.double({ min: -0.9, max: 5, noNaN: true }),
    heldSeconds: fc.integer({ min: 0, max: 100_000 }),
  })
  .map(
    ({ away, change, below, part, ...seen }): Sight => ({
      ...seen,
      gap: away * seen.depth,
      change: () => change,
      below: () => below,
      held: part * seen.depth,
    }),
  )

/** The habit's wishes in `count` looks. */
const wishes = (habit: Habit, sight: Sight, count = 200): readonly Wish[] => {
  const random = seededRandom('habit')
  return Array.from({ length: count }, () => habit.decide(sight, random))
}
const buys = (found: readonly Wish[]) => found.filter(wish => typeof wish === 'object' && wish.side === 'buy').length
const sells = (found: readonly Wish[]) =>
  found.filter(wish => wish === 'sell all' || (typeof wish === 'object' && wish.side === 'sell')).length

describe('every habit', () => {
  it.each(habits)('of $name sells no more than it holds, and never trades a tenth of the market', habit => {
    fc.assert(
      fc.property(sights, fc.string(), (sight, seed) => {
        const random = seededRandom(seed)
        expect(habit.interest(sight)).toBeGreaterThanOrEqual(0)
        expect(habit.interest(sight)).toBeLessThan(50)
        const wish = habit.interest(sight) > 0 ? habit.decide(sight, random) : undefined
        if (wish === undefined) return
        if (wish === 'sell all') {
          expect(sight.held).toBeGreaterThan(0)
          return
        }
        expect(wish.lamports).toBeGreaterThan(0)
        if (wish.side === 'sell') expect(wish.lamports).toBeLessThanOrEqual(sight.held * (1 + 1e-9))
        else if (sight.depth > 20 * sol) expect(wish.lamports).toBeLessThanOrEqual(0.1 * sight.depth)
      }),
    )
  })

  it('has a unique name', () => {
    expect(new Set(habits.map(({ name }) => name)).size).toBe(habits.length)
  })
})

describe('each habit', () => {
  it('of a sniper is to buy launches in their first seconds, and to sell soon', () => {
    const fresh: Sight = { ...calm, kind: 'curve', ageSeconds: 2, depth: 30 * sol }
    expect(sniper.interest(fresh)).toBeGreaterThan(0)
    expect(buys(wishes(sniper, fresh))).toBe(200)
    expect(sniper.interest({ ...fresh, ageSeconds: 60 })).toBe(0)
    expect(sniper.interest({ ...calm, ageSeconds: 2 })).toBe(0)
    const early = { ...fresh, ageSeconds: 300, held: sol, heldSeconds: 300 }
    expect(sells(wishes(sniper, early))).toBe(200)
    expect(sniper.interest({ ...early, heldSeconds: 10 })).toBe(0)
  })

  it('of a dip buyer is to buy only after a fall, and to sell after a gain', () => {
    expect(buys(wishes(dipBuyer, calm))).toBe(0)
    expect(buys(wishes(dipBuyer, { ...calm, below: () => 0.1 }))).toBe(200)
    expect(sells(wishes(dipBuyer, { ...calm, held: sol, gain: 0.2 }))).toBe(200)
  })

  it('of a momentum trader is to buy a rising token, and to sell a falling token', () => {
    const rising = { ...calm, gap: sol, change: () => 0.05 }
    expect(momentumTrader.interest(calm)).toBe(0)
    expect(buys(wishes(momentumTrader, rising))).toBe(200)
    expect(wishes(momentumTrader, { ...rising, held: sol, change: () => -0.05 })).toContain('sell all')
  })

  it('of a whale is to trade if the price is far off, and to move it towards the fair price', () => {
    expect(whale.interest(calm)).toBe(0)
    const cheap = { ...calm, gap: 30 * sol }
    expect(whale.interest(cheap)).toBeGreaterThan(1)
    expect(buys(wishes(whale, cheap))).toBe(200)
    expect(sells(wishes(whale, { ...calm, gap: -30 * sol, held: 5 * sol }))).toBe(200)
  })

  it('of an accumulator is to buy a little at any time, and to trim a large position', () => {
    expect(buys(wishes(accumulator, calm))).toBe(200)
    expect(sells(wishes(accumulator, { ...calm, held: 10 * sol }))).toBe(200)
  })

  it('of a retailer is to trade small amounts both ways, with the crowd', () => {
    const holding = { ...calm, held: sol }
    const found = wishes(retailer, holding, 2_000)
    expect(Math.min(buys(found), sells(found))).toBeGreaterThan(300)
    expect(buys(wishes(retailer, { ...holding, gap: 10 * sol }, 2_000))).toBeGreaterThan(buys(found))
    expect(sells(wishes(retailer, { ...holding, gap: -10 * sol }, 2_000))).toBeGreaterThan(sells(found))
  })

  it('of a range keeper is to buy below the fair price and sell above it, in pools only', () => {
    expect(rangeKeeper.interest({ ...calm, kind: 'curve' })).toBe(0)
    const holding = { ...calm, held: 50 * sol }
    expect(buys(wishes(rangeKeeper, { ...holding, gap: 2 * sol }))).toBe(200)
    expect(sells(wishes(rangeKeeper, { ...holding, gap: -2 * sol }))).toBe(200)
    const within = wishes(rangeKeeper, holding)
    expect(Math.min(buys(within), sells(within))).toBeGreaterThan(50)
  })

  it('of a liquidity provider is to sell the leftovers of withdrawals, and never to buy', () => {
    expect(liquidityProvider.interest(calm)).toBe(0)
    const holding = { ...calm, held: 5 * sol }
    expect(liquidityProvider.interest(holding)).toBeGreaterThan(0)
    expect([sells(wishes(liquidityProvider, holding)), buys(wishes(liquidityProvider, holding))]).toEqual([200, 0])
    expect(liquidityProvider.interest({ ...holding, kind: 'curve' })).toBe(0)
  })

  it('of a launcher is to sell its own coins after a rise, and at the end', () => {
    expect(launcher.interest(calm)).toBe(0)
    expect(sells(wishes(launcher, { ...calm, held: sol, gain: 1 }))).toBeGreaterThan(50)
    expect(sells(wishes(launcher, { ...calm, held: sol, gap: -sol }))).toBe(200)
    expect(buys(wishes(launcher, { ...calm, held: sol, gain: 1 }))).toBe(0)
  })
})
