import { useEffect } from 'react'
import { settings, settingsKey, useSettings } from '../settings/settings.ts'
import { createStore, useStore } from '../store.ts'

/** When Instant was armed or last used, in milliseconds since 1970; `undefined` while disarmed. A reload disarms it. */
const armedAtMs = createStore<number | undefined>(undefined)

/** Returns `true` if Instant has been unused for its idle time. */
export function isIdle(lastUsedMs: number, nowMs: number, idleMinutes: number): boolean {
  return nowMs - lastUsedMs >= idleMinutes * 60_000
}

/** Returns `true` if a press of an amount trades at once now. */
export function isInstantArmed(nowMs = Date.now()): boolean {
  const { instant } = settings.get()
  const last = armedAtMs.get()
  return instant.kind === 'armable' && last !== undefined && !isIdle(last, nowMs, instant.idleMinutes)
}

/** Calls `listener` whenever Instant is armed, used or disarmed. Returns a function that stops it. */
export const followInstant = armedAtMs.subscribe

let disarmings = 0

export function disarmInstant(): void {
  disarmings++
  armedAtMs.set(undefined)
}

/** Disarms Instant when another tab changes the settings, because a press could then send more than it was armed for. */
export function disarmOnOtherSettings(page: Pick<EventTarget, 'addEventListener'> = window): void {
  page.addEventListener('storage', event => {
    const { key } = event as StorageEvent
    if (key === settingsKey || key === null) disarmInstant()
  })
}

/** Arms Instant if the settings allow it, or restarts its idle time. */
export function armInstant(nowMs = Date.now()): void {
  if (settings.get().instant.kind === 'armable') armedAtMs.set(nowMs)
}

/**
 * Uses Instant for a trade that is not planned yet.
 *
 * @returns a function that returns `true` while Instant has stayed armed; `undefined` if it is not armed now.
 */
export function takeInstant(nowMs = Date.now()): (() => boolean) | undefined {
  if (!isInstantArmed(nowMs)) return undefined
  armInstant(nowMs)
  const before = disarmings
  return () => disarmings === before && isInstantArmed()
}

/** Follows Instant, and disarms it after its idle time. `off`: the settings do not allow it. */
export function useInstant(): 'off' | 'disarmed' | 'armed' {
  const { instant } = useSettings()
  const last = useStore(armedAtMs)
  const idleMinutes = instant.kind === 'armable' ? instant.idleMinutes : 0
  useEffect(() => {
    if (last === undefined) return
    const timer = setTimeout(disarmInstant, Math.max(0, last + idleMinutes * 60_000 - Date.now()))
    return () => clearTimeout(timer)
  }, [last, idleMinutes])
  if (instant.kind === 'off') return 'off'
  return last === undefined ? 'disarmed' : 'armed'
}
