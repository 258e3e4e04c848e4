import { dateText, minuteText } from './timeText.ts'

/** Formats a pool's known opening time: `25 Nov, 14:30`; `''` once it has opened. Seconds since 1970. */
export function opensText(opensAt: number | null, now: number): string {
  if (opensAt === null || opensAt <= now) return ''
  const at = new Date(opensAt * 1000)
  return `${dateText(at)}, ${minuteText(at)}`
}
