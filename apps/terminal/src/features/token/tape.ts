import type { TradeRow } from '@tern/server/appRouter'

/** The number of trades on the tape. */
export const tapeLength = 200

/** Identifies a swap. A transaction may hold several swaps of one token; the side and the amounts distinguish the swaps. */
export function tradeKey(trade: TradeRow): string {
  return `${trade.signature} ${trade.side} ${trade.lamports} ${trade.tokens}`
}

/** Puts `newer` trades (newest first) before `older`, each trade once, at most `tapeLength`. */
export function mergeTape(newer: readonly TradeRow[], older: readonly TradeRow[]): readonly TradeRow[] {
  if (newer.length === 0) return older
  const seen = new Set<string>()
  const merged: TradeRow[] = []
  for (const trade of [...newer, ...older]) {
    const key = tradeKey(trade)
    if (seen.has(key)) continue
    seen.add(key)
    merged.push(trade)
    if (merged.length === tapeLength) break
  }
  return merged
}
