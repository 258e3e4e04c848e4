import type { TradeRow } from '@tern/server/appRouter'

export type TapeFilter = 'all' | 'own' | 'large'

/** From one SOL on a trade is large, in lamports. */
const large = 1_000_000_000n

/** The trades that a filter leaves. `owner`: whose are one's own; `undefined`: nobody's. */
export function filterTape(
  trades: readonly TradeRow[],
  filter: TapeFilter,
  owner: string | undefined,
): readonly TradeRow[] {
  if (filter === 'own') return trades.filter(trade => owner !== undefined && trade.owner === owner)
  return filter === 'large' ? trades.filter(({ lamports }) => BigInt(lamports) >= large) : trades
}
