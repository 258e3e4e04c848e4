import * as v from 'valibot'

/** When wallets lock by themselves. */
export interface AutoLock {
  /** So many minutes after the last key or press in any tab of this browser. */
  readonly minutes: 5 | 15 | 30 | 60
  /** Also once no tab of Tern has been in sight for five minutes. */
  readonly whenHidden: boolean
}

/** When somebody was last there, by a `steadyClock`. */
export interface Presence {
  readonly lastActivityMs: number
  readonly lastInSightMs: number
}

/** Unless somebody chooses another. */
export const standardAutoLock: AutoLock = { minutes: 30, whenHidden: true }

/** No other rule than these is taken, whoever asks. */
export const autoLockRule = v.strictObject({ minutes: v.picklist([5, 15, 30, 60]), whenHidden: v.boolean() })

const hiddenMs = 5 * 60_000

/** Whether it is time to lock. Moments that are none, or that have not come yet, keep nothing open. */
export function isTimeToLock({ minutes, whenHidden }: AutoLock, presence: Presence, nowMs: number): boolean {
  const since = (ms: number) => (ms <= nowMs ? nowMs - ms : Number.POSITIVE_INFINITY)
  return since(presence.lastActivityMs) >= minutes * 60_000 || (whenHidden && since(presence.lastInSightMs) >= hiddenMs)
}

/**
 * A clock of milliseconds that never goes back. Of the machine's clock, which somebody may set, and a steady one, which may stand still
 * while the machine sleeps, it goes by whichever moved further since it was last read.
 */
export function steadyClock(now: () => number, steady: () => number): () => number {
  let [elapsed, lastNow, lastSteady] = [0, now(), steady()]
  return () => {
    const [nowMs, steadyMs] = [now(), steady()]
    elapsed += Math.max(0, nowMs - lastNow, steadyMs - lastSteady)
    ;[lastNow, lastSteady] = [nowMs, steadyMs]
    return elapsed
  }
}
