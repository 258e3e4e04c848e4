import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TradeRow } from '@tern/server/appRouter'
import { useEffect, useMemo, useState } from 'react'
import { followTrades } from '../../data/market/followTrades.ts'
import { onResume } from '../../data/market/liveTrades.ts'
import { tradesByQuery } from '../../data/market/trades.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { mergeTape } from './tape.ts'

/** The creator's trades of a token, newest first, live. On a phone the chart has no room, so the list is empty. */
export function useDevTrades(mint: string, dev = ''): readonly TradeRow[] {
  const client = useQueryClient()
  const isPhone = useMedia('(max-width: 760px)')
  const by = isPhone ? '' : dev
  const { data } = useQuery({ ...tradesByQuery(mint, by), enabled: by !== '' })
  const [live, setLive] = useState<readonly TradeRow[]>([])
  useEffect(() => {
    if (by === '') return
    const stopTrades = followTrades(mint, trade => {
      if (trade.owner === by) setLive(shown => mergeTape([trade], shown))
    })
    // A trade received before the gap may have been rolled back.
    const stopResume = onResume(() => {
      setLive([])
      void client.invalidateQueries({ queryKey: tradesByQuery(mint, by).queryKey })
    })
    return () => {
      stopTrades()
      stopResume()
      setLive([])
    }
  }, [mint, by, client])
  return useMemo(() => (by === '' ? [] : mergeTape(live, data ?? [])), [by, live, data])
}
