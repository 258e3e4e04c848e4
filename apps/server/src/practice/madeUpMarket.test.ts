import { wrappedNativeMint } from '@tern/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PoolListRow } from '../data/poolRows.ts'
import type { LiveTradeRow, TokenRow } from '../data/rows.ts'
import { madeUpPools, madeUpTokens, startMadeUpTrades } from './madeUpMarket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tokens = Array.from({ length: 20 }, (_, n) => ({
  mint: `mint${n}`,
  price: { numerator: '3', denominator: '70' },
}))

async function tradesIn(ms: number, perSecond: number, seed: string): Promise<readonly LiveTradeRow[]> {
  const reported: LiveTradeRow[] = []
  const stop = startMadeUpTrades(
    { perSecond, seed },
    () => tokens,
    trade => reported.push(trade),
  )
  await vi.advanceTimersByTimeAsync(ms)
  stop()
  const { length } = reported
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reported.length).toBe(length)
  return reported
}

describe('invented trades', () => {
  it('come at the given rate, the same for the same seed', async () => {
    const [first, second] = [await tradesIn(2_000, 1_000, 'a'), await tradesIn(2_000, 1_000, 'a')]
    expect(first.length).toBe(2_000)
    const shape = ({ mint, lamports, price, side }: LiveTradeRow) => [mint, lamports, price, side]
    expect(first.map(shape)).toEqual(second.map(shape))
    expect((await tradesIn(1_000, 5_000, 'b')).length).toBe(5_000)
  })

  it('move each token’s price by small steps, half of them on a fifth of the tokens', async () => {
    const trades = await tradesIn(2_000, 1_000, 'a')
    const prices = new Map<string, number>()
    for (const { mint, price } of trades) {
      const next = Number(price.numerator) / Number(price.denominator)
      const step = next / (prices.get(mint) ?? 3 / 70) - 1
      expect(Math.abs(step)).toBeLessThanOrEqual(0.0041)
      prices.set(mint, next)
    }
    expect(prices.size).toBe(20)
    const busy = trades.filter(({ mint }) => Number(mint.slice(4)) < 4).length
    expect(busy / trades.length).toBeGreaterThan(0.5)
    expect(busy / trades.length).toBeLessThan(0.7)
  })
})

describe('invented tokens', () => {
  const rows = ['a', 'b', 'c'].map(mint => ({ mint, symbol: mint.toUpperCase(), picture: null })) as TokenRow[]

  it('follow the real ones, with their own mints that do not change', () => {
    let there: readonly TokenRow[] = []
    const list = madeUpTokens(() => there, 8)
    expect(list()).toEqual([])
    there = rows
    const listed = list()
    expect(listed.slice(0, 3)).toEqual(rows)
    expect(listed.length).toBe(8)
    expect(new Set(listed.map(({ mint }) => mint)).size).toBe(8)
    there = rows.slice(1)
    expect(list()).toEqual([...there, ...listed.slice(3)])
  })

  it('are not needed if there are enough real ones', () => {
    expect(madeUpTokens(() => rows, 2)()).toEqual(rows)
  })
})

describe('invented pools', () => {
  const token = (mint: string) => ({ mint, symbol: mint.toUpperCase() })
  const real = {
    pools: [
      { address: 'P', mints: ['kite', wrappedNativeMint] },
      { address: 'Q', mints: [wrappedNativeMint, 'moss'] },
      { address: 'R', mints: ['kite', 'moss'] },
    ],
    tokens: ['kite', 'moss', wrappedNativeMint].map(token),
  } as unknown as PoolListRow

  it('follow the real ones, each with a token of its own against SOL', () => {
    let there: PoolListRow = { pools: [], tokens: [] }
    const list = madeUpPools(() => there, 50)
    expect(list()).toEqual(there)
    there = real
    const { pools, tokens } = list()
    expect(pools.slice(0, 3)).toEqual(real.pools)
    expect(pools).toHaveLength(50)
    expect(new Set(pools.map(({ address }) => address)).size).toBe(50)
    const known = new Set(tokens.map(({ mint }) => mint))
    expect(known.size).toBe(3 + 47)
    for (const { mints } of pools) for (const mint of mints) expect(known).toContain(mint)
    for (const { mints } of pools.slice(3)) expect(mints).toContain(wrappedNativeMint)
    expect(list()).toEqual({ pools, tokens })
  })
})
