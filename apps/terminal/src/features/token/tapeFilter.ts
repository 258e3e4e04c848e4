import type { TradeRow } from '@tern/server/appRouter'

export type TapeFilter = 'all' | 'own' | 'dev' | 'large'

/** The own wallet and the creator; `undefined` matches no trade. */
export interface Traders {
  readonly owner: string | undefined
  readonly dev: string | undefined
}

/** Min size of a large trade, in lamports: 1 SOL. */
const large = 1_000_000_000n

/** Tests if `trader` made a trade. */
export const isBy = ({ owner }: Pick<TradeRow, 'owner'>, trader: string | undefined): boolean =>
  trader !== undefined && owner === trader

/** The trades that pass a filter. */
export function filterTape(
  trades: readonly TradeRow[],
  filter: TapeFilter,
  { owner, dev }: Traders,
): readonly TradeRow[] {
  if (filter === 'own') return trades.filter(trade => isBy(trade, owner))
  if (filter === 'dev') return trades.filter(trade => isBy(trade, dev))
  return filter === 'large' ? trades.filter(({ lamports }) => BigInt(lamports) >= large) : trades
}
