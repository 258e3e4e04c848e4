import { timeframes } from '../../data/market/candles.ts'

const docks = ['trades', 'holders', 'traders', 'dev', 'about'] as const

/** What of a token's page is in the address. */
export interface TokenSearch {
  readonly timeframe?: (typeof timeframes)[number]['label']
  readonly axis?: 'cap'
  /** What is below the chart; the positions unless set. */
  readonly dock?: (typeof docks)[number]
  /** What somebody came for; the page takes it in and leaves it out. */
  readonly side?: 'sell'
}

/**
 * The candles to begin with, where the address names none: short ones where much is traded and while the token is young,
 * longer ones where short ones would lie far apart.
 */
export function firstTimeframe({ trades5m, ageSeconds }: { readonly trades5m: number; readonly ageSeconds: number }) {
  if (trades5m >= 10 || ageSeconds < 3_600) return '15s'
  return trades5m > 0 ? '1m' : '5m'
}

/** What an address says; anything else in it is left out. */
export function parseTokenSearch({ timeframe, axis, dock, side }: Record<string, unknown>): TokenSearch {
  const shown = docks.find(name => name === dock)
  const known = timeframes.find(({ label }) => label === timeframe)
  return {
    ...(known && { timeframe: known.label }),
    ...(axis === 'cap' && { axis }),
    ...(shown && { dock: shown }),
    ...(side === 'sell' && { side }),
  }
}
