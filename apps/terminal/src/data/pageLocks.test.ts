import { describe, expect, it } from 'vitest'
import { createPageLocks } from './pageLocks.ts'

/** Locks of a browser that loses the first `lost` grants, like Chromium while it opens a window. */
function losing(lost: number) {
  let asked = 0
  const request = (name: string, options: LockOptions, whileHeld: LockGrantedCallback<unknown>) =>
    asked++ < lost
      ? Promise.reject(new Error('The provided callback is no longer runnable.'))
      : navigator.locks.request(name, options, whileHeld)
  return createPageLocks({ request, query: () => navigator.locks.query() } as LockManager)
}

const name = crypto.randomUUID()

describe('locks granted while a window opens', () => {
  it.each([
    ['with options', (locks: LockManager) => locks.request(name, { mode: 'shared' }, () => 'held')],
    ['without options', (locks: LockManager) => locks.request(name, () => 'held')],
  ])('are requested again, %s', async (_, hold) => {
    expect(await hold(losing(3))).toBe('held')
  })

  it('are not requested again if the callback fails, or if the request was given up', async () => {
    let times = 0
    const fails = () => {
      times++
      throw new Error('the work')
    }
    await expect(losing(1).request(name, fails)).rejects.toThrow('the work')
    expect(times).toBe(1)
    const signal = AbortSignal.abort()
    await expect(losing(0).request(name, { signal }, () => 'held')).rejects.toThrow(DOMException)
  })
})
