import { queryOptions } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import { queryClient } from '../queryClient.ts'
import { trpc } from '../trpc.ts'
import { readReferrer } from './referrer.ts'

const wouldBindQuery = (owner: Address, code: string) =>
  queryOptions({
    queryKey: ['referral', 'wouldBind', owner, code],
    queryFn: () => trpc.referral.wouldBind.query({ owner, code }),
    staleTime: 30_000,
  })

/**
 * Returns the referral code that a wallet's trade names, so that the code's owner earns a share.
 * Returns at once. Until the server says that the code would bind nothing, the trade names it, which does no harm.
 */
export function namedCode(owner: Address): string | undefined {
  const code = readReferrer()
  if (code === undefined) return undefined
  const query = wouldBindQuery(owner, code)
  void queryClient.prefetchQuery(query)
  return queryClient.getQueryData(query.queryKey) === false ? undefined : code
}
