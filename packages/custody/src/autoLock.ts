import * as v from 'valibot'

/** When wallets lock by themselves. */
export interface AutoLock {
  /** So many minutes after the last key or press in any tab of this browser. */
  readonly minutes: 5 | 15 | 30 | 60
  /** Also once no tab of Tern has been in sight for five minutes. */
  readonly whenHidden: boolean
}

/** When somebody was last there, in milliseconds since 1970. */
export interface Presence {
  readonly lastActivityMs: number
  readonly lastInSightMs: number
}

/** Unless somebody chooses another. */
export const standardAutoLock: AutoLock = { minutes: 30, whenHidden: true }

/** No other rule than these is taken, whoever asks. */
export const autoLockRule = v.strictObject({ minutes: v.picklist([5, 15, 30, 60]), whenHidden: v.boolean() })

const hiddenMs = 5 * 60_000
/** A clock that is set right goes back no further. */
const clockSlackMs = 60_000

/** Whether it is time to lock. Moments that are none, or that have not come yet, keep nothing open. */
export function isTimeToLock({ minutes, whenHidden }: AutoLock, presence: Presence, nowMs: number): boolean {
  const since = (ms: number) => (ms <= nowMs + clockSlackMs ? nowMs - ms : Number.POSITIVE_INFINITY)
  return since(presence.lastActivityMs) >= minutes * 60_000 || (whenHidden && since(presence.lastInSightMs) >= hiddenMs)
}
