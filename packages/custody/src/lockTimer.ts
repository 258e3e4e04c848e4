import { type AutoLock, isTimeToLock, standardAutoLock, steadyClock } from './autoLock.ts'
import type { Ask } from './requests.ts'

/** A signer's clocks, in milliseconds. Unset: the machine's clocks. */
export interface SignerClocks {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A clock that the user cannot set. It may stop while the machine sleeps. */
  readonly steady: () => number
}

/** Longer than a reload. After this time without a page, the person is away. */
const closedMs = 15_000

/** Creates a timer of the times without a user and without a page. The caller locks. */
export function createLockTimer({ now, steady }: SignerClocks) {
  const elapsed = steadyClock(now, steady)
  let rule: AutoLock = standardAutoLock
  let lastActivityMs = elapsed()
  let lastInSightMs = elapsed()
  let lastPageMs = elapsed()
  return {
    setRule(next: AutoLock): void {
      rule = next
    },
    notePresence({ isActive, isInSight }: Ask<'presence'>): void {
      if (isActive) lastActivityMs = elapsed()
      if (isInSight) lastInSightMs = elapsed()
    },
    /** Notes that a page is connected, or was until now. */
    notePage(): void {
      lastPageMs = elapsed()
    },
    isIdle: () => isTimeToLock(rule, { lastActivityMs, lastInSightMs }, elapsed()),
    isClosed: () => elapsed() - lastPageMs >= closedMs,
  }
}
