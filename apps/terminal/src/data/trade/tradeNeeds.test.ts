import { type Address, TernError } from '@tern/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginMeasuring, measuredOf, needOf, noteNeed } from './tradeNeeds.ts'

const [pool, wallet, other] = ['pool', 'wallet', 'other'] as const as unknown as readonly [Address, Address, Address]
const token = { mint: 'mint' as Address, pool, protocol: 'pumpfun' }
const terms = { token, side: 'buy', amountIn: 5n, slippageBps: 100, owner: { address: wallet } } as const
const measured = { units: 60_000, knownLimit: 90_000 }

afterEach(() => vi.useRealTimers())

describe('the needs of a trade', () => {
  it('are kept by pool and side, and keep the accounts until new accounts are known', () => {
    const onChange = vi.fn()
    needOf(pool, 'buy').subscribe(onChange)
    expect(needOf(pool, 'buy').get()).toBeUndefined()
    noteNeed(pool, 'buy', { unitLimit: 90_000 })
    noteNeed(pool, 'buy', { unitLimit: 90_000, writes: [pool, wallet] })
    noteNeed(pool, 'buy', { unitLimit: 66_000 })
    expect(needOf(pool, 'buy').get()).toEqual({ unitLimit: 66_000, writes: [pool, wallet] })
    expect([needOf(pool, 'sell').get(), needOf(other, 'buy').get()]).toEqual([undefined, undefined])
    expect(onChange).toHaveBeenCalledTimes(3)
    noteNeed(pool, 'buy', { unitLimit: 66_000, writes: [pool, wallet] })
    expect(onChange).toHaveBeenCalledTimes(3)
  })

  it('are measured for the very trade, measured again after 10 s, and forgotten after a minute', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const note = beginMeasuring(terms)
    expect([typeof note, measuredOf(terms)]).toEqual(['function', undefined])
    // Even if no answer comes: a failed simulation is not repeated with each change of a pool.
    expect(beginMeasuring(terms)).toBeUndefined()
    note?.(measured)
    expect([beginMeasuring(terms), measuredOf(terms)]).toEqual([undefined, measured])
    for (const differs of [
      { amountIn: 6n },
      { side: 'sell' as const },
      { slippageBps: 200 },
      { owner: { address: other } },
      { token: { ...token, pool: other } },
    ])
      expect(measuredOf({ ...terms, ...differs })).toBeUndefined()
    vi.advanceTimersByTime(10_000)
    expect([typeof beginMeasuring(terms), measuredOf(terms)]).toEqual(['function', measured])
    expect(beginMeasuring({ ...terms, amountIn: 6n })).toBeDefined()
    vi.advanceTimersByTime(50_000)
    expect(measuredOf(terms)).toBeUndefined()
  })

  it('F23 keep a refusal only for a moment, and are simulated again within a second', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const refused = { ...measured, refusal: { error: new TernError('program/notApproved', {}), minimum: 1n } }
    const its = { ...terms, amountIn: 7n }
    beginMeasuring(its)?.(refused)
    expect([beginMeasuring(its), measuredOf(its)]).toEqual([undefined, refused])
    vi.advanceTimersByTime(900)
    expect([typeof beginMeasuring(its), beginMeasuring(its)]).toEqual(['function', undefined])
    // The simulation did not answer in the meantime.
    vi.advanceTimersByTime(2_100)
    expect([measuredOf(its), beginMeasuring(its)]).toEqual([undefined, undefined])
  })

  it('keep a wish’s refusal when a slow simulation of another wish, or an older one of the same wish, answers later', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const refused = { ...measured, refusal: { error: new TernError('program/notApproved', {}), minimum: 1n } }
    const [before, its] = [
      { ...terms, amountIn: 8n },
      { ...terms, amountIn: 9n },
    ]
    const noteBefore = beginMeasuring(before)
    vi.advanceTimersByTime(100)
    const noteSlow = beginMeasuring(its)
    vi.advanceTimersByTime(10_000)
    beginMeasuring(its)?.(refused)
    noteBefore?.(measured)
    noteSlow?.(measured)
    expect([measuredOf(its), measuredOf(before)]).toEqual([refused, measured])
  })
})
