import { nativeToken } from '@tern/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followAccount } from './followAccount.ts'

const address = nativeToken.mint

/** A chain whose first reads fail. Counts the watches that began, and the watches that are open. */
function failingChain(failures: number) {
  const count = { begun: 0, open: 0 }
  return {
    count,
    watchAccount: (_: unknown, onAccount: (account: null) => void, onError?: (error: unknown) => void) => {
      count.begun += 1
      count.open += 1
      if (count.begun > failures) onAccount(null)
      else onError?.(new TypeError('Failed to fetch'))
      return () => {
        count.open -= 1
      }
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('an account is followed by a single watch once it can be read', () => {
  const chain = failingChain(2)
  const seen: unknown[] = []
  const stop = followAccount(chain, address, account => seen.push(account))
  expect(seen).toEqual([])
  vi.advanceTimersByTime(10_000)
  expect(seen).toEqual([null])
  expect(chain.count).toEqual({ begun: 3, open: 1 })
  stop()
  expect(chain.count.open).toBe(0)
})

it('an account is not read again once following has stopped', () => {
  const chain = failingChain(9)
  followAccount(chain, address, () => undefined)()
  vi.advanceTimersByTime(10_000)
  expect(chain.count).toEqual({ begun: 1, open: 0 })
})
