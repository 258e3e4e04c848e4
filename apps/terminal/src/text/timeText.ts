/*
 * Formats times in local time. `Intl` is not used: its first formatter takes 20 ms on a fast processor, longer than a
 * frame
 * of a moving page.
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const two = (value: number) => String(value).padStart(2, '0')

/** `14:30`. */
export const minuteText = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`

/** `14:30:05`. */
export const clockText = (at: Date): string => `${minuteText(at)}:${two(at.getSeconds())}`

/** `Nov`. */
export const monthText = (at: Date): string => months[at.getMonth()] ?? ''

/** `2 Nov`. */
export const dateText = (at: Date): string => `${at.getDate()} ${monthText(at)}`

/** `2 Nov 2026`. */
export const dayText = (at: Date): string => `${dateText(at)} ${at.getFullYear()}`

/** Formats a time: `03:04:12` for today, otherwise with the date. */
export function whenText(seconds: number, now: Date): string {
  const at = new Date(seconds * 1000)
  if (at.toDateString() === now.toDateString()) return clockText(at)
  return at.getFullYear() === now.getFullYear() ? `${dateText(at)} ${minuteText(at)}` : dayText(at)
}
