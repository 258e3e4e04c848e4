import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import type { Entry } from '../../data/activity/useActivity.ts'
import { cappedHolding, netWorthPoints, wrappedHolding } from './netWorthLine.ts'

const mint = 'kite' as Address
const entry = (timestampSeconds: number, lamports: bigint, amount: bigint) =>
  ({ timestampSeconds, lamports, tokens: [{ mint, decimals: 6, amount }] }) as unknown as Entry
/**
 * Newest first. At 24, 1,000 lamports arrive; at 48, 100 tokens are bought for 400; at 72, half of them are sold for
 * 300.
 */
const entries = [entry(72, 300n, -50n), entry(48, -400n, 100n), entry(24, 1_000n, 0n)]
const window = { from: 0, to: 96 }

it('undoes each transaction at its time, and values the holdings at the price of that time', () => {
  const prices = [
    { seconds: 0, price: 4 },
    { seconds: 60, price: 5 },
    { seconds: 90, price: 7 },
  ]
  const points = netWorthPoints({ lamports: 900n, holdings: [{ mint, amount: 50n, prices }], entries, window })
  const at = (second: number) => points[second]
  expect(points).toHaveLength(97)
  expect([0, 23].map(at)).toEqual([0, 0])
  expect([24, 47].map(at)).toEqual([1_000, 1_000])
  expect([48, 59].map(at)).toEqual([600 + 400, 600 + 400])
  expect([60, 71].map(at)).toEqual([600 + 500, 600 + 500])
  expect([72, 89].map(at)).toEqual([900 + 250, 900 + 250])
  expect([90, 96].map(at)).toEqual([900 + 350, 900 + 350])
})

it('leaves out tokens without a price, and counts wrapped SOL as SOL', () => {
  const holdings = [{ mint, amount: 50n, prices: [] }, wrappedHolding(7n)]
  expect(netWorthPoints({ lamports: 900n, holdings, entries, window }).at(-1)).toBe(907)
})

it('counts a holding at most at the proceeds of its sale, and a holding of unknown value not at all', () => {
  const prices = [
    { seconds: 0, price: 4 },
    { seconds: 90, price: 10 },
  ]
  const endAt = (value: bigint | null, amount = 50n) =>
    netWorthPoints({
      lamports: 900n,
      holdings: [cappedHolding({ mint, amount, prices }, value)],
      entries: [],
      window,
    }).at(-1)
  expect([endAt(500n), endAt(11n), endAt(null)]).toEqual([1_400, 911, 900])
  // All of it was sold: the line before the sale keeps the price.
  const sold = cappedHolding({ mint, amount: 0n, prices }, 0n)
  expect(sold.prices).toEqual(prices)
})
