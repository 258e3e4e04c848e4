import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'
import { isAddress } from './token.ts'

/** Where a token trades that is not listed because it trades for no SOL; empty where nothing is known of it. */
export const otherMarketsQuery = (mint: string) =>
  queryOptions({
    queryKey: ['otherMarkets', mint],
    queryFn: async () => checked(await trpc.tokens.otherMarkets.query({ mint }), 'otherMarket'),
    enabled: isAddress(mint),
    refetchInterval: 30_000,
    retry: false,
  })
