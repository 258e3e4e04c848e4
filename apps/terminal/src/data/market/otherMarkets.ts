import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'
import { isAddress } from './token.ts'

/** Reads the pools of a token that is not listed because it does not trade against SOL. Empty if no pool is known. */
export const otherMarketsQuery = (mint: string) =>
  queryOptions({
    queryKey: ['otherMarkets', mint],
    queryFn: async () => checked(await trpc.tokens.otherMarkets.query({ mint }), 'otherMarket'),
    enabled: isAddress(mint),
    refetchInterval: 30_000,
    retry: false,
  })
