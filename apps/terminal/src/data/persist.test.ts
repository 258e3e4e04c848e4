import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { persist } from './persist.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('repeats a task until it succeeds, after waits that double up to a minute', async () => {
  let fails = 7
  const began: number[] = []
  const start = Date.now()
  const done = persist(async () => {
    began.push((Date.now() - start) / 1_000)
    if (fails-- > 0) throw new TypeError('not loaded')
    return 'done'
  })
  await vi.runAllTimersAsync()
  expect(await done).toBe('done')
  expect(began).toEqual([0, 2, 6, 14, 30, 62, 122, 182])
})
