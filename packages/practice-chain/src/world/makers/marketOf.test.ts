import { describe, expect, it } from 'vitest'
import { createBank } from '../../bank/createBank.ts'
import { openPool } from '../history/trading.ts'
import { fateOf, lifeSeconds } from '../launches/fate.ts'
import { createSeededWorld } from '../seededWorld.ts'
import { stories } from '../stories.ts'
import { curvePrice } from './fairPrice.ts'
import { marketOf } from './marketOf.ts'
import { quotationOf } from './quotation.ts'

const now = 1_800_000_000
const { tokens, genesis } = await createSeededWorld('market', BigInt(now))
const bank = await createBank({ slotMs: 0, now: () => now * 1_000, genesis })

describe('the market of a token', () => {
  it('in a pool opens at about what the pool does, and never ends', () => {
    for (const token of tokens.filter(({ stage }) => stage === 'pool')) {
      const story = stories.find(({ name }) => name === token.name)
      const inPool = ((story?.supply ?? 0n) * 10n ** BigInt(token.decimals) * (story?.poolPercent ?? 0n)) / 100n
      const opening = Number((story?.poolSol ?? 0n) * 1_000_000_000n) / Number(inPool)
      const market = marketOf(token)
      expect([market.kind, market.lifeSeconds]).toEqual(['pool', Number.POSITIVE_INFINITY])
      expect(Math.abs(Math.log(market.fairPrice(now) / opening))).toBeLessThan(0.44)
    }
  })

  it('on a curve is what its story says, and its mint where it has none', () => {
    const [token] = tokens.filter(({ stage }) => stage === 'curve')
    if (token === undefined) expect.fail('no curve')
    expect(marketOf(token)).toMatchObject({ kind: 'curve', bornSeconds: token.createdAtSeconds })
    const stranger = marketOf({ ...token, name: 'Nobody’s Coin', createdAtSeconds: now })
    expect(stranger.lifeSeconds).toBe(lifeSeconds(fateOf(token.mint)))
    expect(Math.abs(Math.log(stranger.fairPrice(now) / curvePrice(0)))).toBeLessThan(0.3)
  })

  it('is seen as it is: price and depth of its reserves, nothing once it trades no more', async () => {
    for (const token of tokens) {
      const pool = await openPool(bank, token)
      const seen = pool && quotationOf(pool, bank.clock())
      if (token.stage === 'graduated') expect(seen).toBeUndefined()
      else if (token.stage === 'pool') {
        const story = stories.find(({ name }) => name === token.name)
        expect((seen?.depth ?? 0) / Number(story?.poolSol) / 1e9).toBeCloseTo(1, 1)
      } else {
        const progress = (pool?.curve?.progressPpm ?? 0) / 1e6
        expect((seen?.price ?? 0) / curvePrice(progress)).toBeCloseTo(1, 3)
        expect((seen?.depth ?? 0) / Math.sqrt(curvePrice(progress) * 30e9 * 1_073e12)).toBeCloseTo(1, 1)
      }
    }
  })

  it('is one of pools for some hours where a token has left its curve, at the price that a curve ends with', () => {
    const [token] = tokens
    if (token === undefined) throw new TypeError('no token')
    const market = marketOf({ ...token, protocol: 'pumpamm', name: '' })
    expect(market).toMatchObject({ kind: 'pool', lifeSeconds: 14_400, pool: token.pool })
    // 84.99 SOL for 206.9 million.
    expect(market.fairPrice(0) / (84.99e9 / 206.9e12)).toBeGreaterThan(0.6)
    expect(market.fairPrice(0) / (84.99e9 / 206.9e12)).toBeLessThan(1.7)
  })
})
