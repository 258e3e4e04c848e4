import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLine } from './line.ts'

let attempts: number[] = []

/** A socket to a server that is not there. */
class RefusedSocket {
  static readonly OPEN = 1
  readonly readyState = 3
  onclose?: () => void
  constructor() {
    attempts.push(Date.now())
    queueMicrotask(() => this.onclose?.())
  }
  close() {
    // It never was open.
  }
}

beforeEach(() => {
  attempts = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', RefusedSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('F40 tries at least once a second while the server may be restarting, and less often later', async () => {
  const line = openLine('ws://nobody', { request: () => ({ want: [] }), onText: () => {}, onState: () => {} })
  await vi.advanceTimersByTimeAsync(120_000)
  line.close()
  const began = attempts[0] ?? Number.NaN
  const gaps = attempts.slice(1).map((at, n) => ({ at: at - began, ms: at - (attempts[n] ?? Number.NaN) }))
  const soon = gaps.filter(({ at }) => at <= 15_000).map(({ ms }) => ms)
  const late = gaps.filter(({ at }) => at > 30_000).map(({ ms }) => ms)
  expect(soon.length).toBeGreaterThan(14)
  expect(Math.max(...soon)).toBeLessThanOrEqual(1_000)
  expect(Math.min(...late)).toBeGreaterThanOrEqual(2_500)
  expect(Math.max(...late)).toBeLessThanOrEqual(5_250)
})

/** A socket to a server that answers at once. */
class AnsweredSocket {
  static readonly OPEN = 1
  readonly readyState = 1
  onopen?: () => void
  onmessage?: (message: { readonly data: string }) => void
  onclose?: () => void
  constructor() {
    attempts.push(Date.now())
    queueMicrotask(() => {
      this.onopen?.()
      this.onmessage?.({ data: '{}' })
    })
  }
  send() {}
  close() {}
}

it('F34 opens the line again when the network may be gone, and is live at once if it was not', async () => {
  vi.stubGlobal('WebSocket', AnsweredSocket)
  const states: string[] = []
  const line = openLine('ws://somebody', {
    request: () => ({ want: [] }),
    onText: () => {},
    onState: state => states.push(state),
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([states, attempts.length]).toEqual([['live'], 1])
  line.doubt()
  await vi.advanceTimersByTimeAsync(0)
  expect([states, attempts.length]).toEqual([['live', 'down', 'live'], 2])
  vi.stubGlobal('WebSocket', RefusedSocket)
  line.doubt()
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toBe('down')
  line.close()
})
