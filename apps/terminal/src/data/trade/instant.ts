import { useEffect } from 'react'
import { settings, useSettings } from '../settings/settings.ts'
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

export function disarmInstant(): void {
  armedAtMs.set(undefined)
}

/** Arms it, or says that it was used just now. */
export function armInstant(nowMs = Date.now()): void {
  if (settings.get().instant.kind === 'armable') armedAtMs.set(nowMs)
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
