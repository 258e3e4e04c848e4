import { describe, expect, it } from 'vitest'
import { createPageLocks } from './pageLocks.ts'

/** Locks of a browser that loses the first `lost` grants, as Chromium does while it opens a window. */
function losing(lost: number) {
  let asked = 0
  const request = (name: string, options: LockOptions, whileHeld: LockGrantedCallback<unknown>) =>
    asked++ < lost
      ? Promise.reject(new Error('The provided callback is no longer runnable.'))
      : navigator.locks.request(name, options, whileHeld)
  return createPageLocks({ request, query: () => navigator.locks.query() } as LockManager)
}

const name = crypto.randomUUID()

describe('locks that are granted while a window opens', () => {
  it.each([
    ['with options', (locks: LockManager) => locks.request(name, { mode: 'shared' }, () => 'held')],
    ['without options', (locks: LockManager) => locks.request(name, () => 'held')],
  ])('are asked for again, %s', async (_, hold) => {
    expect(await hold(losing(3))).toBe('held')
  })

  it('are not asked for again when the work under them fails, nor when they were given up', async () => {
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
