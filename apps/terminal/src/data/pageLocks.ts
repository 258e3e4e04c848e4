/**
 * Makes Web Locks with requests that survive `window.open`.
 * While Chromium opens a window, it runs no script of this page or of other pages in its process.
 * A lock granted meanwhile is lost: its callback is not called, and the request rejects with
 * "The provided callback is no longer runnable".
 */
export function createPageLocks(locks: Pick<LockManager, 'request' | 'query'>): LockManager {
  async function request(name: string, options: LockOptions, whileHeld: LockGrantedCallback<unknown>) {
    for (;;) {
      let isCalled = false
      const call: LockGrantedCallback<unknown> = lock => {
        isCalled = true
        return whileHeld(lock)
      }
      try {
        return await locks.request(name, options, call)
      } catch (error) {
        // A lock that was stolen, given up or refused rejects with a DOMException.
        if (isCalled || error instanceof DOMException) throw error
        // Timers wait too, until the window is open.
        await new Promise(resolve => setTimeout(resolve))
      }
    }
  }
  return {
    request: (name: string, ...rest: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]) =>
      rest.length === 1 ? request(name, {}, rest[0]) : request(name, ...rest),
    query: () => locks.query(),
  } as LockManager
}

export const pageLocks = createPageLocks(navigator.locks)
