import { queryOptions } from '@tanstack/react-query'
import type { Sold } from './readProceeds.ts'

/** Lamports that selling so many raw units of a token brings, as `readProceeds` says. Its code loads once something is held. */
export const saleProceedsQuery = (token: Sold, amountIn: bigint) =>
  queryOptions({
    queryKey: ['saleProceeds', token.pool, token.mint, String(amountIn)],
    queryFn: async () => (await import('./readProceeds.ts')).readProceeds(token, amountIn),
    refetchInterval: 10_000,
  })
