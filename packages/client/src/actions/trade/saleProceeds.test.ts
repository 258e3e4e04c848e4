import { type Address, type Clock, TernError } from '@tern/core'
import type { Pool, SwapRequest } from '@tern/venues'
import { expect, it } from 'vitest'
import { proceedsOf } from './saleProceeds.ts'

const mint = 'Kite' as Address
const clock = {} as Clock

/** A constant-product pool without fees that takes at most `maxIn` tokens at once. */
function poolOf(lamports: bigint, tokens: bigint, maxIn = 10n ** 18n): Pick<Pool, 'quote'> {
  const quote = (request: SwapRequest) => {
    const amountIn = 'exactIn' in request ? request.exactIn : 0n
    if (amountIn > maxIn) throw new TernError('quote/noLiquidity', { pool: '' })
    const amountOut = (lamports * amountIn) / (tokens + amountIn)
    if (amountOut === 0n) throw new TernError('quote/nothingOut', {})
    return { amountOut }
  }
  return { quote } as unknown as Pick<Pool, 'quote'>
}

it('is the pool’s payout for all tokens, and never more than the pool holds', () => {
  // 6.03 SOL at the pool's price of 2,000 lamports. The pool holds 0.011 SOL.
  const pool = poolOf(11_000_000n, 5_500n)
  const proceeds = proceedsOf(pool, { mint, amountIn: 3_015_000n }, clock) ?? expect.fail('no sale')
  expect(proceeds).toBe((11_000_000n * 3_015_000n) / 3_020_500n)
  expect(proceeds).toBeLessThan(11_000_000n)
})

it('is the payout for a share if the pool cannot take the whole', () => {
  expect(proceedsOf(poolOf(1_000n, 100n, 30n), { mint, amountIn: 100n }, clock)).toBe(200n)
})

it('is 0 for too little, and for nothing', () => {
  expect(proceedsOf(poolOf(10n, 1_000n), { mint, amountIn: 5n }, clock)).toBe(0n)
  expect(proceedsOf(poolOf(10n, 1_000n), { mint, amountIn: 0n }, clock)).toBe(0n)
})

it('is 0 if the liquidity is gone, even if the pool still has a price', () => {
  expect(proceedsOf(poolOf(10n, 1_000n, 0n), { mint, amountIn: 1_000n }, clock)).toBe(0n)
})

it.each([
  new TernError('quote/paused', { pool: '' }),
  new TernError('quote/notOpen', { pool: '', openTimeSeconds: 9n }),
  new TernError('quote/complete', { pool: '', stage: 'complete' }),
])('is unknown while the pool buys nothing: %s', error => {
  const quote = () => {
    throw error
  }
  expect(proceedsOf({ quote }, { mint, amountIn: 1_000n }, clock)).toBeUndefined()
})

it('refuses a token that is not in the pool', () => {
  const error = new TernError('quote/tokenNotInPool', { pool: '', mint })
  const quote = () => {
    throw error
  }
  expect(() => proceedsOf({ quote }, { mint, amountIn: 1_000n }, clock)).toThrow(error)
})
