import { timeframes } from '../../data/market/candles.ts'

/** What of a token's page is in the address. */
export interface TokenSearch {
  readonly timeframe?: (typeof timeframes)[number]['label']
  readonly axis?: 'cap'
}

/** What an address says; anything else in it is left out. */
export function parseTokenSearch({ timeframe, axis }: Record<string, unknown>): TokenSearch {
  const known = timeframes.find(({ label }) => label === timeframe)
  return { ...(known && { timeframe: known.label }), ...(axis === 'cap' && { axis }) }
}
