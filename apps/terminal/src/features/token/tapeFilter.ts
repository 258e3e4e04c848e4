import type { TradeRow } from '@tern/server/appRouter'

export type TapeFilter = 'all' | 'own' | 'dev' | 'large'

/** Whose trades are one's own, and whose those of who made the token; `undefined`: nobody's. */
export interface Traders {
  readonly owner: string | undefined
  readonly dev: string | undefined
}

/** From one SOL on a trade is large, in lamports. */
const large = 1_000_000_000n

/** Who of them made a trade. */
export const isBy = ({ owner }: Pick<TradeRow, 'owner'>, trader: string | undefined): boolean =>
  trader !== undefined && owner === trader

/** The trades that a filter leaves. */
export function filterTape(
  trades: readonly TradeRow[],
  filter: TapeFilter,
  { owner, dev }: Traders,
): readonly TradeRow[] {
  if (filter === 'own') return trades.filter(trade => isBy(trade, owner))
  if (filter === 'dev') return trades.filter(trade => isBy(trade, dev))
  return filter === 'large' ? trades.filter(({ lamports }) => BigInt(lamports) >= large) : trades
}
