import { seededRandom } from '@tern/practice-chain/internal/makers'
import { describe, expect, it } from 'vitest'
import { paceOf } from './makerPace.ts'

const mean = (next: (random: () => number) => number) => {
  const random = seededRandom('pace')
  let sum = 0
  for (let n = 0; n < 20_000; n++) sum += next(random)
  return sum / 20_000
}

describe('the pace', () => {
  it.each([0.1, 2, 50])('makes about %d trades a second', tradesPerSecond => {
    const trades = 1_000 / mean(paceOf(tradesPerSecond).tradeMs)
    expect(Math.abs(trades / tradesPerSecond - 1)).toBeLessThan(0.05)
  })

  it.each([
    [0.1, 900],
    [2, 200],
    [8, 60],
    [50, 60],
  ])(
    'at %d trades a second, launches a token every %d seconds, and once an hour without any client',
    (rate, seconds) => {
      const { launchMs, unwatchedShare } = paceOf(rate)
      expect(Math.abs(mean(launchMs) / 1_000 / seconds - 1)).toBeLessThan(0.05)
      expect(seconds / unwatchedShare).toBeCloseTo(3_600)
    },
  )

  it('makes about the given changes of liquidity a minute, or no changes', () => {
    const { liquidityMs } = paceOf(2, 3)
    expect(Math.abs(60_000 / mean(liquidityMs ?? expect.fail('none')) / 3 - 1)).toBeLessThan(0.05)
    expect(paceOf(2, 0).liquidityMs).toBeUndefined()
  })

  it('delays the move of a completed curve, and has room for the trades of some seconds', () => {
    const { migrationMs, maxUnderWay } = paceOf(50)
    for (const random of [() => 0, () => 0.999]) {
      expect(migrationMs(random)).toBeGreaterThanOrEqual(15_000)
      expect(migrationMs(random)).toBeLessThan(75_000)
    }
    expect([maxUnderWay, paceOf(0.1).maxUnderWay]).toEqual([200, 8])
  })
})
