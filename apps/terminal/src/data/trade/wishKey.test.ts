import { describe, expect, it } from 'vitest'
import { type Wish, wishKey } from './wishKey.ts'

const wish: Wish = {
  mint: 'mint',
  pool: 'pool',
  side: 'buy',
  amountIn: 10_000_000n,
  slippageBps: 100,
  fees: { priorityFeeLamports: 50_000n, bribeLamports: 21_428n, provider: 'jito' },
  feeKind: 'auto',
  mevProtection: true,
}
const dearer = { priorityFeeLamports: 50_052n, bribeLamports: 21_450n, provider: 'helius' }

describe('a wish', () => {
  it('stays the same while automatic fees or the provider change, so its button does not vanish under the finger', () => {
    expect(wishKey({ ...wish, fees: dearer })).toBe(wishKey(wish))
  })

  it.each<Partial<Wish>>([
    { mint: 'other' },
    { pool: 'other' },
    { side: 'sell' },
    { amountIn: 10_000_001n },
    { slippageBps: 101 },
    { mevProtection: false },
    { feeKind: 'manual' },
  ])('is another with %o', change => {
    expect(wishKey({ ...wish, ...change })).not.toBe(wishKey(wish))
  })

  it('is another with other typed fees', () => {
    const manual = { ...wish, feeKind: 'manual' } as const
    expect(wishKey({ ...manual, fees: dearer })).not.toBe(wishKey(manual))
    expect(wishKey({ ...manual, fees: { ...wish.fees, bribeLamports: 1n } })).not.toBe(wishKey(manual))
    expect(wishKey({ ...manual, fees: { ...wish.fees, provider: 'helius' } })).toBe(wishKey(manual))
  })
})
