import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ActivityRow } from '@tern/server/appRouter'
import { useEffect, useMemo } from 'react'
import { onResume, onTradesOf } from '../../data/liveTrades.ts'
import { session } from '../../data/session.ts'
import { useStore } from '../../data/store.ts'
import { trpc } from '../../data/trpc.ts'
import { type Position, positionOf } from './position.ts'

export interface OwnTrade {
  readonly timestampSeconds: number
  readonly side: 'buy' | 'sell'
}

export interface OwnTrades {
  readonly trades: readonly OwnTrade[]
  /** `undefined`: without a wallet, not read yet, or its transactions do not reach back to where it began. */
  readonly position: Position | undefined
}

/** The server follows a wallet's transactions some moments behind the chain. */
const behindMs = 1_500

/** What this wallet did with a token, renewed after each of its trades. */
export function useOwnTrades(mint: string): OwnTrades {
  const client = useQueryClient()
  const current = useStore(session)
  const owner = current.status === 'locked' || current.status === 'unlocked' ? current.address : undefined
  const queryKey = useMemo(() => ['ownTrades', owner], [owner])
  const { data } = useQuery({
    queryKey,
    queryFn: () => trpc.activity.list.query({ owner: owner ?? '', limit: 500 }),
    enabled: owner !== undefined,
    refetchInterval: query => (query.state.data?.isBehind ? behindMs : 30_000),
  })
  useEffect(() => {
    const renew = () => void client.invalidateQueries({ queryKey })
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopTrades = onTradesOf(mint, trade => {
      if (trade.owner !== owner) return
      clearTimeout(timer)
      timer = setTimeout(renew, behindMs)
    })
    const stopResume = onResume(renew)
    return () => {
      stopTrades()
      stopResume()
      clearTimeout(timer)
    }
  }, [client, queryKey, mint, owner])
  return useMemo(() => {
    const rows = data?.rows ?? []
    return {
      trades: tradesOf(rows, mint),
      position: data?.reachesBack && data.before === null ? positionOf(rows, mint) : undefined,
    }
  }, [data, mint])
}

/** Those that landed, oldest first. */
function tradesOf(rows: readonly ActivityRow[], mint: string): readonly OwnTrade[] {
  return rows
    .flatMap(({ trade, failure, timestampSeconds }) =>
      trade?.mint === mint && failure === null && timestampSeconds !== null
        ? [{ timestampSeconds, side: trade.side }]
        : [],
    )
    .toReversed()
}
