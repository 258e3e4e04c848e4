import { useMemo } from 'react'
import type { Position } from '../../data/activity/positionBook.ts'
import { profitOf } from '../../data/activity/profit.ts'
import { type Entry, useActivity } from '../../data/activity/useActivity.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'

export interface OwnTrade {
  readonly timestampSeconds: number
  readonly side: 'buy' | 'sell'
}

export interface OwnTrades {
  /** Oldest first. */
  readonly trades: readonly OwnTrade[]
  /** `undefined` if never bought, not read yet, or the known transactions do not reach back to the first. */
  readonly position: Position | undefined
}

/** The wallet's trades and position of a token. */
export function useOwnTrades(mint: string): OwnTrades {
  const current = useStore(session)
  const { entries, isWhole } = useActivity('address' in current ? current.address : undefined, 'whole')
  return useMemo(
    () => ({
      trades: tradesOf(entries ?? [], mint),
      position:
        isWhole && entries ? [...profitOf(entries).positions.values()].find(one => one.mint === mint) : undefined,
    }),
    [entries, isWhole, mint],
  )
}

/** The trades that landed, oldest first. */
function tradesOf(entries: readonly Entry[], mint: string): readonly OwnTrade[] {
  return entries
    .flatMap(({ trade, failure, timestampSeconds }) =>
      trade?.mint === mint && failure === null && timestampSeconds !== null
        ? [{ timestampSeconds, side: trade.side }]
        : [],
    )
    .toReversed()
}
