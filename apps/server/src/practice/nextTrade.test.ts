import { describe, expect, it } from 'vitest'
import { nextTrade } from './nextTrade.ts'
import { seededRandom } from './random.ts'

const native = 1_000_000_000_000n

describe('nextTrade', () => {
  it('is the same for the same seed, and another for another', () => {
    const run = (seed: string) => {
      const random = seededRandom(seed)
      const mood = { leaning: 0, netLamports: 0n }
      return Array.from({ length: 50 }, () => nextTrade(mood, native, random))
    }
    expect(run('a')).toEqual(run('a'))
    expect(run('a')).not.toEqual(run('b'))
  })

  it('buys and sells, small and large, and never runs far from where it began', () => {
    const random = seededRandom('long')
    const mood = { leaning: 0, netLamports: 0n }
    const trades = Array.from({ length: 20_000 }, () => {
      const trade = nextTrade(mood, native, random)
      mood.netLamports += trade.side === 'buy' ? trade.lamports : -trade.lamports
      expect(Math.abs(Number(mood.netLamports))).toBeLessThan(Number(native) / 2)
      return trade
    })
    const buys = trades.filter(({ side }) => side === 'buy').length
    expect(buys).toBeGreaterThan(8_000)
    expect(buys).toBeLessThan(12_000)
    for (const { lamports } of trades) {
      expect(lamports).toBeGreaterThanOrEqual(native / 10_000n)
      expect(lamports).toBeLessThanOrEqual((native * 60n) / 10_000n)
    }
  })

  it('is worth something in an empty pool', () => {
    expect(nextTrade({ leaning: 0, netLamports: 0n }, 0n, () => 0.5).lamports).toBeGreaterThan(0n)
  })
})

describe('seededRandom', () => {
  it('is spread evenly over [0, 1)', () => {
    const random = seededRandom('spread')
    const buckets = new Array(10).fill(0)
    for (let i = 0; i < 10_000; i++) buckets[Math.floor(random() * 10)]++
    for (const count of buckets) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })
})
