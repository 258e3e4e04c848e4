import { createStore } from '../store.ts'
import { lockWallet, session } from './session.ts'

/** When wallets lock by themselves. */
export interface AutoLock {
  /** So many minutes after the last key or press in any tab of this browser. */
  readonly minutes: 5 | 15 | 30 | 60
  /** Also once no tab of Tern has been in sight for five minutes. */
  readonly whenHidden: boolean
}

/** What the tabs of a browser tell one another, in milliseconds since 1970. */
export interface Presence {
  readonly lastActivityMs: number
  readonly lastInSightMs: number
}

const settingKey = 'tern-auto-lock'
const activityKey = 'tern-last-activity'
const sightKey = 'tern-last-in-sight'
const hiddenMs = 5 * 60_000
const lookEveryMs = 5_000
/** A clock that is set right goes back no further. */
const clockSlackMs = 60_000
const standard: AutoLock = { minutes: 30, whenHidden: true }

/** Whether it is time to lock. Moments that are none, or that have not come yet, keep nothing open. */
export function isTimeToLock({ minutes, whenHidden }: AutoLock, presence: Presence, nowMs: number): boolean {
  const since = (ms: number) => (ms <= nowMs + clockSlackMs ? nowMs - ms : Number.POSITIVE_INFINITY)
  return since(presence.lastActivityMs) >= minutes * 60_000 || (whenHidden && since(presence.lastInSightMs) >= hiddenMs)
}

/** A stored setting, whatever is there. */
export function parseAutoLock(text: string | null): AutoLock {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return standard
    const { minutes, whenHidden } = { minutes: undefined, whenHidden: undefined, ...stored }
    return {
      minutes: ([5, 15, 30, 60] as const).find(one => one === minutes) ?? standard.minutes,
      whenHidden: typeof whenHidden === 'boolean' ? whenHidden : standard.whenHidden,
    }
  } catch {
    return standard
  }
}

/** How this browser's wallets lock by themselves. */
export const autoLock = createStore<AutoLock>(parseAutoLock(localStorage.getItem(settingKey)))

export function changeAutoLock(change: Partial<AutoLock>): void {
  const next = { ...autoLock.get(), ...change }
  localStorage.setItem(settingKey, JSON.stringify(next))
  autoLock.set(next)
}

const stamp = (key: string, nowMs: number) => localStorage.setItem(key, String(nowMs))
const stamped = (key: string, nowMs: number) => Number(localStorage.getItem(key) ?? nowMs)

/** Milliseconds until the wallets lock if nobody does anything. */
export function msUntilLock(nowMs: number): number {
  return autoLock.get().minutes * 60_000 - (nowMs - stamped(activityKey, nowMs))
}

/** Watches what is done in this tab, and locks the wallets when it is time to. @returns ends it. */
export function startAutoLock(): () => void {
  let notedMs = 0
  const onActivity = () => {
    const nowMs = Date.now()
    if (nowMs - notedMs < lookEveryMs) return
    notedMs = nowMs
    // Time that passed while nobody looked, a lid closed, is not undone by opening it.
    look()
    stamp(activityKey, nowMs)
  }
  const look = () => {
    const nowMs = Date.now()
    const presence = { lastActivityMs: stamped(activityKey, nowMs), lastInSightMs: stamped(sightKey, nowMs) }
    if (session.get().status === 'unlocked' && isTimeToLock(autoLock.get(), presence, nowMs)) void lockWallet()
    if (document.visibilityState === 'visible') stamp(sightKey, nowMs)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === settingKey) autoLock.set(parseAutoLock(newValue))
  }
  let before = session.get().status
  const onSession = () => {
    const { status } = session.get()
    if (status === 'unlocked' && before !== 'unlocked')
      for (const key of [activityKey, sightKey]) stamp(key, Date.now())
    before = status
  }
  const timer = setInterval(look, lookEveryMs)
  const leaveSession = session.subscribe(onSession)
  addEventListener('pointerdown', onActivity, { passive: true })
  addEventListener('keydown', onActivity, { passive: true })
  addEventListener('storage', onStorage)
  return () => {
    clearInterval(timer)
    leaveSession()
    removeEventListener('pointerdown', onActivity)
    removeEventListener('keydown', onActivity)
    removeEventListener('storage', onStorage)
  }
}
