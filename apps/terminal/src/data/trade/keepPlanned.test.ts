import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPlanned } from './keepPlanned.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A pool that opens after 10 s. Its fee of 20% then falls by a percentage point each second, down to 1%. */
const openingMs = 10_000
const settledMs = openingMs + 19_000
const planAt = (ms: number) =>
  ms < openingMs ? 'not open' : `${Math.max(1, 20 - Math.floor((ms - openingMs) / 1_000))}%`

interface Market {
  readonly settledMs: number
  readonly failsAtMs?: number
}

/** Follows a market, and records the plans and how often one was made. */
function follow({ settledMs, failsAtMs }: Market) {
  const began = Date.now()
  const reports: string[] = []
  const asked = vi.fn(async () => {
    const ms = Date.now() - began
    if (failsAtMs !== undefined && ms >= failsAtMs && ms < failsAtMs + 1_000) throw new TypeError('unread')
    return { fee: planAt(ms), ms }
  })
  const stop = keepPlanned({
    plan: asked,
    changes: ({ ms }) => ms < settledMs,
    onPlanned: ({ fee }) => reports.push(fee),
    onFailure: error => reports.push(String(error)),
  })
  return { reports, asked, stop }
}

describe('a plan that is kept', () => {
  it('follows an opening pool and a falling fee without trades, and is not renewed once both are over', async () => {
    const { reports, asked } = follow({ settledMs })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(new Set(reports)).toEqual(new Set(['not open']))
    await vi.advanceTimersByTimeAsync(1)
    expect(reports.at(-1)).toBe('20%')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reports.at(-1)).toBe('15%')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reports.at(-1)).toBe('1%')
    expect([asked.mock.calls.length, vi.getTimerCount()]).toEqual([30, 0])
  })

  it('is made once if time changes nothing', async () => {
    const { reports, asked } = follow({ settledMs: 0 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([reports, asked.mock.calls.length, vi.getTimerCount()]).toEqual([['not open'], 1, 0])
  })

  it('is made again 3 s after a failure, and goes on', async () => {
    const { reports } = follow({ settledMs, failsAtMs: 12_000 })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(reports.slice(-2)).toEqual(['19%', 'TypeError: unread'])
    await vi.advanceTimersByTimeAsync(1_001)
    expect(reports.slice(-2)).toEqual(['15%', '14%'])
  })

  it('reports nothing once it is ended, not even a plan that was under way', async () => {
    const { reports, asked, stop } = follow({ settledMs })
    await vi.advanceTimersByTimeAsync(999)
    const before = reports.length
    vi.advanceTimersByTime(1)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([reports.length, asked.mock.calls.length, vi.getTimerCount()]).toEqual([before, 2, 0])
  })
})
