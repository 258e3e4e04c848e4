const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const daySeconds = 86_400

/** When a pool opens, of which that is known: `14:30`, or from a day before on `26 Nov, 14:30`; `''` once it has. Seconds since 1970. */
export function opensText(opensAt: number | null, now: number): string {
  if (opensAt === null || opensAt <= now) return ''
  const text = time.format(opensAt * 1000)
  return opensAt - now < daySeconds ? text : `${day.format(opensAt * 1000)}, ${text}`
}
