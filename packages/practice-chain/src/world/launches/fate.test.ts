import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fairProgress, fateOf, lifeSeconds } from './fate.ts'

const fates = Array.from({ length: 3_000 }, (_, n) => fateOf(`mint ${n}`))

describe('the fate of a launch', () => {
  it('is mostly to fade, sometimes to climb, rarely to complete, and always the same for a mint', () => {
    const share = (is: (peak: number) => boolean) => fates.filter(({ peak }) => is(peak)).length / fates.length
    expect(share(peak => peak <= 0.2)).toBeGreaterThan(0.6)
    expect(share(peak => peak > 0.2 && peak < 1)).toBeGreaterThan(0.15)
    expect(share(peak => peak > 1)).toBeGreaterThan(0.07)
    expect(share(peak => peak > 1)).toBeLessThan(0.14)
    expect(fateOf('mint 5')).toEqual(fates[5])
  })

  it('climbs from nothing to its peak, never falls on the way, and is close to nothing at the end', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fates), fate => {
        const { peak, climbMinutes } = fate
        let before = 0
        for (let part = 0; part <= 10; part++) {
          const level = fairProgress(fate, (climbMinutes * 60 * part) / 10)
          expect(level).toBeGreaterThanOrEqual(before)
          before = level
        }
        expect(before).toBeCloseTo(peak, 6)
        expect(fairProgress(fate, lifeSeconds(fate))).toBeLessThan(0.015)
        expect(fairProgress(fate, lifeSeconds(fate))).toBeGreaterThan(0)
      }),
    )
  })

  it('is nothing before the launch', () => {
    for (const fate of fates.slice(0, 50)) expect(fairProgress(fate, -100)).toBeLessThan(0.005)
  })
})
