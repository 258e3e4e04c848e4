import { describe, expect, it } from 'vitest'
import { pumpfunToken } from '../../programs/pumpfun/world/token.ts'
import { fairCurvePrice, fairPoolPrice } from './fairPrice.ts'

const curvePrice = pumpfunToken.curves?.priceAt ?? expect.fail('no curves')

const week = 7 * 86_400

describe('the makers’ fair price', () => {
  it('moves around a pool’s opening price for ever, and stays near it', () => {
    const fair = fairPoolPrice('mint', 1)
    const seen = Array.from({ length: 5_000 }, (_, n) => fair(1_800_000_000 + (n * 8 * week) / 5_000))
    expect(Math.max(...seen)).toBeLessThan(Math.exp(0.44))
    expect(Math.min(...seen)).toBeGreaterThan(Math.exp(-0.44))
    expect(Math.max(...seen) / Math.min(...seen)).toBeGreaterThan(1.3)
  })

  it('is the same for the same token and moment, different for another token, and never jumps', () => {
    const [fair, other] = [fairPoolPrice('mint', 1), fairPoolPrice('other', 1)]
    expect(fair(1_800_000_123)).toBe(fairPoolPrice('mint', 1)(1_800_000_123))
    expect(fair(1_800_000_123)).not.toBe(other(1_800_000_123))
    for (let now = 0; now < 3_600; now += 10) expect(Math.abs(fair(now + 10) / fair(now) - 1)).toBeLessThan(0.01)
  })

  it('is a curve’s first price at the launch, and above its last price if the curve completes', () => {
    const fate = { peak: 1.25, climbMinutes: 60, holdMinutes: 60 }
    const fair = fairCurvePrice('mint', { fate, launchedSeconds: 1_000 }, curvePrice)
    const first = 30e9 / 1_073e12
    expect(curvePrice(0)).toBeCloseTo(first, 12)
    // 85.005 SOL have come in by then.
    expect(Math.sqrt(curvePrice(1) * 30e9 * 1_073e12)).toBeCloseTo(115.005e9, -7)
    expect(fair(1_000) / first).toBeGreaterThan(0.75)
    expect(fair(1_000) / first).toBeLessThan(1.3)
    expect(fair(1_000 + 3_600)).toBeGreaterThan(curvePrice(1))
  })
})
