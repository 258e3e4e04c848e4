import { type AutoLock, standardAutoLock } from '@tern/custody'

/** Parses the stored rule. An absent or invalid field gets its standard value. */
export function parseAutoLock(text: string | null): AutoLock {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return standardAutoLock
    const { minutes, whenHidden } = { minutes: undefined, whenHidden: undefined, ...stored }
    return {
      minutes: ([5, 15, 30, 60] as const).find(one => one === minutes) ?? standardAutoLock.minutes,
      whenHidden: typeof whenHidden === 'boolean' ? whenHidden : standardAutoLock.whenHidden,
    }
  } catch {
    return standardAutoLock
  }
}
