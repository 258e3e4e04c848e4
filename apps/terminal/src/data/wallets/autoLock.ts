import type { AutoLock } from '@tern/custody'
import { createStore } from '../store.ts'
import { parseAutoLock } from './parseAutoLock.ts'
import { session } from './session.ts'
import { vault } from './vault.ts'

const settingKey = 'tern-auto-lock'
const activityKey = 'tern-last-activity'
const reportEveryMs = 5_000

/** The rule for locking this browser's wallets. The signer applies it. */
export const autoLock = createStore<AutoLock>(parseAutoLock(localStorage.getItem(settingKey)))

export function changeAutoLock(change: Partial<AutoLock>): void {
  const next = { ...autoLock.get(), ...change }
  localStorage.setItem(settingKey, JSON.stringify(next))
  autoLock.set(next)
}

const note = () => localStorage.setItem(activityKey, String(Date.now()))

/** Returns the milliseconds until the wallets lock without activity, as far as this browser's tabs know. */
export function msUntilLock(nowMs: number): number {
  return autoLock.get().minutes * 60_000 - (nowMs - Number(localStorage.getItem(activityKey) ?? nowMs))
}

/**
 * Sends the signer the rule, and reports activity and whether the page is in sight.
 *
 * @returns stops it.
 */
export function startAutoLock(): () => void {
  let reportedMs = 0
  const isInSight = () => document.visibilityState === 'visible'
  const report = (isActive: boolean) =>
    void vault().then(known => known.notePresence({ isActive, isInSight: isInSight() }))
  const onActivity = () => {
    const nowMs = Date.now()
    if (nowMs - reportedMs < reportEveryMs) return
    reportedMs = nowMs
    note()
    report(true)
  }
  const onSight = () => {
    if (isInSight() && session.get().status === 'unlocked') report(false)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === settingKey) autoLock.set(parseAutoLock(newValue))
  }
  const sendRule = () => void vault().then(known => known.setAutoLock(autoLock.get()))
  let before = session.get().status
  const onSession = () => {
    const { status } = session.get()
    if (status === 'unlocked' && before !== 'unlocked') note()
    before = status
  }
  sendRule()
  const timer = setInterval(onSight, reportEveryMs)
  const leave = [autoLock.subscribe(sendRule), session.subscribe(onSession)]
  document.addEventListener('visibilitychange', onSight)
  addEventListener('pointerdown', onActivity, { passive: true })
  addEventListener('keydown', onActivity, { passive: true })
  addEventListener('storage', onStorage)
  return () => {
    clearInterval(timer)
    for (const stop of leave) stop()
    document.removeEventListener('visibilitychange', onSight)
    removeEventListener('pointerdown', onActivity)
    removeEventListener('keydown', onActivity)
    removeEventListener('storage', onStorage)
  }
}
