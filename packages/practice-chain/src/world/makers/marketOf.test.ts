import { describe, expect, it } from 'vitest'
import { createBank } from '../../bank/createBank.ts'
import { worldVenues } from '../../lists/worldVenues.ts'
import { openPool } from '../history/trading.ts'
import { fateOf, lifeSeconds } from '../launches/fate.ts'
import { createSeededWorld } from '../seededWorld.ts'
import { poolStories } from '../stories.ts'
import { curveVenues, worldVenueOf } from '../worldVenues.ts'
import type { Market } from './floor.ts'
import { graduatedMarket, marketOf, type Traded } from './marketOf.ts'
import { quotationOf } from './quotation.ts'

const now = 1_800_000_000
const { tokens, genesis } = await createSeededWorld('market', BigInt(now))
const bank = await createBank({ slotMs: 0, now: () => now * 1_000, genesis })

const marketThere = (token: Traded): Market => marketOf(token) ?? expect.fail('no market')
const curvesOf = ({ protocol }: Pick<Traded, 'protocol'>) => worldVenueOf(protocol)?.curves ?? expect.fail('no curves')

describe('the market of a token', () => {
  it('in a pool opens at about the pool’s price, and never ends', () => {
    for (const token of tokens.filter(({ stage }) => stage === 'pool')) {
      const story = worldVenues.flatMap(({ pools }) => pools).find(({ name }) => name === token.name)
      const market = marketThere(token)
      expect([market.kind, market.lifeSeconds]).toEqual(['pool', Number.POSITIVE_INFINITY])
      expect(Math.abs(Math.log(market.fairPrice(now) / (story?.openingPrice ?? 0)))).toBeLessThan(0.44)
    }
  })

  it('on a curve follows its story, or its mint if it has no story', () => {
    for (const { seeds } of curveVenues) {
      const token = tokens.find(({ stage, name }) => stage === 'curve' && seeds.some(one => one.name === name))
      if (token === undefined) expect.fail('no curve')
      expect(marketThere(token)).toMatchObject({ kind: 'curve', bornSeconds: token.createdAtSeconds })
      const stranger = marketThere({ ...token, name: 'Nobody’s Coin', createdAtSeconds: now })
      expect(stranger.lifeSeconds).toBe(lifeSeconds(fateOf(token.mint)))
      expect(Math.abs(Math.log(stranger.fairPrice(now) / curvesOf(token).priceAt(0)))).toBeLessThan(0.3)
    }
  })

  it('is observed at the price of its story or its progress, and not at all once it trades no more', async () => {
    for (const token of tokens) {
      const pool = await openPool(bank, token)
      const seen = pool && quotationOf(pool, bank.clock())
      if (token.stage === 'graduated') expect(seen).toBeUndefined()
      else if (token.stage === 'pool') {
        const story = worldVenues.flatMap(({ pools }) => pools).find(({ name }) => name === token.name)
        expect((seen?.price ?? 0) / (story?.openingPrice ?? 0)).toBeCloseTo(1, 2)
      } else {
        const progress = (pool?.curve?.progressPpm ?? 0) / 1e6
        const curves = curvesOf(token)
        const { priceAt = curves.priceAt } = curves.seeds.find(({ name }) => name === token.name) ?? {}
        expect((seen?.price ?? 0) / priceAt(progress)).toBeCloseTo(1, 3)
        if (token.symbol === 'PLATEAU') expect(seen?.depth).toBe(30e9)
      }
      if (token.stage !== 'graduated') expect(seen?.depth).toBeGreaterThan(1e9)
    }
  })

  it('is as deep as the SOL of a constant product', async () => {
    for (const token of tokens.filter(({ protocol }) => protocol === 'raydium_cpmm')) {
      const pool = await openPool(bank, token)
      const story = poolStories.find(({ name }) => name === token.name)
      const depth = (pool && quotationOf(pool, bank.clock()))?.depth ?? 0
      expect(depth / Number(story?.poolSol) / 1e9).toBeCloseTo(1, 1)
    }
  })

  it('that has left its curve is a pool for some hours, at the curve’s final price', () => {
    const token = tokens.find(({ protocol }) => protocol === 'pumpfun') ?? expect.fail('no coin')
    const to = { protocol: 'pumpamm' as const, address: token.mint }
    const market = graduatedMarket(marketThere(token), to, now) ?? expect.fail('no market')
    expect(market).toMatchObject({ kind: 'pool', lifeSeconds: 14_400, pool: token.mint, bornSeconds: now })
    // 84.99 SOL for 206.9 million.
    expect(market.fairPrice(0) / (84.99e9 / 206.9e12)).toBeGreaterThan(0.6)
    expect(market.fairPrice(0) / (84.99e9 / 206.9e12)).toBeLessThan(1.7)
    expect(graduatedMarket(market, to, now)).toBeUndefined()
    expect(marketOf({ ...token, protocol: 'pumpamm' })).toBeUndefined()
  })
})
