import type { AutoLock } from '@tern/custody'
import { createStore } from '../store.ts'
import { parseAutoLock } from './parseAutoLock.ts'
import { session } from './session.ts'
import { vault } from './vault.ts'

const settingKey = 'tern-auto-lock'
const activityKey = 'tern-last-activity'
const tellEveryMs = 5_000

/** How this browser's wallets lock by themselves; the signer does it. */
export const autoLock = createStore<AutoLock>(parseAutoLock(localStorage.getItem(settingKey)))

export function changeAutoLock(change: Partial<AutoLock>): void {
  const next = { ...autoLock.get(), ...change }
  localStorage.setItem(settingKey, JSON.stringify(next))
  autoLock.set(next)
}

const note = () => localStorage.setItem(activityKey, String(Date.now()))

/** Milliseconds until the wallets lock if nobody does anything, as this browser's tabs know it. */
export function msUntilLock(nowMs: number): number {
  return autoLock.get().minutes * 60_000 - (nowMs - Number(localStorage.getItem(activityKey) ?? nowMs))
}

/** Tells the signer the rule and that somebody is there, for as long as somebody is. @returns ends it. */
export function startAutoLock(): () => void {
  let toldMs = 0
  const isInSight = () => document.visibilityState === 'visible'
  const tell = (isActive: boolean) =>
    void vault().then(known => known.notePresence({ isActive, isInSight: isInSight() }))
  const onActivity = () => {
    const nowMs = Date.now()
    if (nowMs - toldMs < tellEveryMs) return
    toldMs = nowMs
    note()
    tell(true)
  }
  const onSight = () => {
    if (isInSight() && session.get().status === 'unlocked') tell(false)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === settingKey) autoLock.set(parseAutoLock(newValue))
  }
  const tellRule = () => void vault().then(known => known.setAutoLock(autoLock.get()))
  let before = session.get().status
  const onSession = () => {
    const { status } = session.get()
    if (status === 'unlocked' && before !== 'unlocked') note()
    before = status
  }
  tellRule()
  const timer = setInterval(onSight, tellEveryMs)
  const leave = [autoLock.subscribe(tellRule), session.subscribe(onSession)]
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
