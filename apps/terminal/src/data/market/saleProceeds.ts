import { queryOptions } from '@tanstack/react-query'
import type { Sold } from './readProceeds.ts'

/**
 * Reads how many lamports a sale of `amountIn` raw units brings, see `readProceeds`. Its code loads once a token is held.
 */
export const saleProceedsQuery = (token: Sold, amountIn: bigint) =>
  queryOptions({
    queryKey: ['saleProceeds', token.pool, token.mint, String(amountIn)],
    queryFn: async () => (await import('./readProceeds.ts')).readProceeds(token, amountIn),
    refetchInterval: 10_000,
  })
