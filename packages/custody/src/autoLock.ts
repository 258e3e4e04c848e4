import * as v from 'valibot'

/** When the wallets lock without a request. */
export interface AutoLock {
  /** Minutes after the last key press or click in any tab of this browser. */
  readonly minutes: 5 | 15 | 30 | 60
  /** `true`: also lock after no tab of Tern has been visible for five minutes. */
  readonly whenHidden: boolean
}

/** Times of the last sign of a user, in milliseconds of a `steadyClock`. */
export interface Presence {
  readonly lastActivityMs: number
  readonly lastInSightMs: number
}

/** The rule until the user chooses another. */
export const standardAutoLock: AutoLock = { minutes: 30, whenHidden: true }

/** Name of the BroadcastChannel for locks. A page of the vault sends `{ saidAtMs }`, and every shared signer listens. */
export const lockChannel = 'tern-lock'

/** Checks a rule. A page can set no other values, so it cannot keep the wallets open for longer. */
export const autoLockRule = v.strictObject({ minutes: v.picklist([5, 15, 30, 60]), whenHidden: v.boolean() })

const hiddenMs = 5 * 60_000

/**
 * Checks whether it is time to lock.
 * A time that is NaN or in the future counts as infinitely long ago, so a false report keeps nothing open.
 */
export function isTimeToLock({ minutes, whenHidden }: AutoLock, presence: Presence, nowMs: number): boolean {
  const since = (ms: number) => (ms <= nowMs ? nowMs - ms : Number.POSITIVE_INFINITY)
  return since(presence.lastActivityMs) >= minutes * 60_000 || (whenHidden && since(presence.lastInSightMs) >= hiddenMs)
}

/**
 * Creates a clock of milliseconds that never runs backwards.
 * At each reading it advances by the larger step of two clocks. The user may set the machine's clock (`now`) back.
 * The steady clock (`steady`) may stop while the machine sleeps.
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
