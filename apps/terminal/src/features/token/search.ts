import { timeframes } from '../../data/market/candles.ts'

const docks = ['trades', 'holders', 'traders', 'dev', 'about'] as const

/** The token page's settings in the URL. */
export interface TokenSearch {
  readonly timeframe?: (typeof timeframes)[number]['label']
  readonly axis?: 'cap'
  /** The tab below the chart; unset means the positions. */
  readonly dock?: (typeof docks)[number]
  /** The side to open; the page applies and then removes it. */
  readonly side?: 'sell'
}

/**
 * Chooses the first timeframe if the URL has none: short candles for an active or young token,
 * longer candles if short ones would lie far apart.
 */
export function firstTimeframe({ trades5m, ageSeconds }: { readonly trades5m: number; readonly ageSeconds: number }) {
  if (trades5m >= 10 || ageSeconds < 3_600) return '15s'
  return trades5m > 0 ? '1m' : '5m'
}

/** Parses the URL's parameters; unknown names and values are dropped. */
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
