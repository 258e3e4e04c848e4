import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TradeRow } from '@tern/server/appRouter'
import { useEffect, useState } from 'react'
import { followTrades } from '../../data/market/followTrades.ts'
import { createRhythm } from '../../data/market/framePace.ts'
import { isCrowded, onResume } from '../../data/market/liveTrades.ts'
import { tradesQuery } from '../../data/market/trades.ts'
import { mergeTape } from './tape.ts'

/** Updates per second; fewer in a crowded market, because the trades pass too fast to read. */
const renewedHz = { calm: 10, crowded: 5 }

/** The latest trades of a token, newest first, updated at most ten times a second. */
export function useTape(mint: string) {
  const client = useQueryClient()
  const query = useQuery(tradesQuery(mint))
  const [live, setLive] = useState<readonly TradeRow[]>([])
  useEffect(() => {
    let waiting: TradeRow[] = []
    const rhythm = createRhythm(
      () => (isCrowded() ? renewedHz.crowded : renewedHz.calm),
      () => {
        const arrived = waiting
        waiting = []
        setLive(shown => mergeTape(arrived, shown))
      },
    )
    const stopTrades = followTrades(mint, trade => {
      waiting.unshift(trade)
      rhythm.touch()
    })
    // A trade received before the gap may have been rolled back.
    const stopResume = onResume(() => {
      waiting = []
      setLive([])
      void client.invalidateQueries({ queryKey: tradesQuery(mint).queryKey })
    })
    return () => {
      stopTrades()
      stopResume()
      rhythm.stop()
    }
  }, [mint, client])
  return {
    trades: query.data === undefined ? undefined : mergeTape(live, query.data),
    error: query.error,
    retry: () => void query.refetch(),
  }
}
