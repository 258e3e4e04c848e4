/** Seconds since 1970 as `2 Nov 2026`. */
export function dayText(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}
