const format = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** When a pool opens, of which that is known: `25 Nov, 14:30`; `''` once it has. Seconds since 1970. */
export const opensText = (opensAt: number | null, now: number): string =>
  opensAt === null || opensAt <= now ? '' : new Date(opensAt * 1000).toLocaleString('en-GB', format)
