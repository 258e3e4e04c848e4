import { useEffect } from 'react'
import { settings, settingsKey, useSettings } from '../settings/settings.ts'
import { createStore, useStore } from '../store.ts'

/** When Instant was armed or last used, in milliseconds since 1970; `undefined`: not armed. A reload disarms it. */
const armedAtMs = createStore<number | undefined>(undefined)

/** Whether a moment is too long after the last use for Instant to be armed still. */
export function isIdle(lastUsedMs: number, nowMs: number, idleMinutes: number): boolean {
  return nowMs - lastUsedMs >= idleMinutes * 60_000
}

/** Whether amounts trade at once when they are pressed, now. */
export function isInstantArmed(nowMs = Date.now()): boolean {
  const { instant } = settings.get()
  const last = armedAtMs.get()
  return instant.kind === 'armable' && last !== undefined && !isIdle(last, nowMs, instant.idleMinutes)
}

/** Calls `listener` whenever Instant is armed, used or disarmed. @returns stops that. */
export const followInstant = armedAtMs.subscribe

let disarmings = 0

export function disarmInstant(): void {
  disarmings++
  armedAtMs.set(undefined)
}

/** Disarms it when another tab changes the settings: what a press sends would be more than what it was armed for. */
export function disarmOnOtherSettings(page: Pick<EventTarget, 'addEventListener'> = window): void {
  page.addEventListener('storage', event => {
    const { key } = event as StorageEvent
    if (key === settingsKey || key === null) disarmInstant()
  })
}

/** Arms it, or says that it was used just now. */
export function armInstant(nowMs = Date.now()): void {
  if (settings.get().instant.kind === 'armable') armedAtMs.set(nowMs)
}

/**
 * Uses it for a trade that has yet to be worked out. @returns tells whether it has stayed armed; `undefined`: it is not armed.
 */
export function takeInstant(nowMs = Date.now()): (() => boolean) | undefined {
  if (!isInstantArmed(nowMs)) return undefined
  armInstant(nowMs)
  const before = disarmings
  return () => disarmings === before && isInstantArmed()
}

/** `off`: the settings do not let it be armed. Disarms itself after the time without use that they say. */
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
