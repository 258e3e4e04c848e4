import { queryOptions } from '@tanstack/react-query'
import { type Address, parseAddress, wrappedNativeMint } from '@tern/core'
import { trpc } from '../trpc.ts'

/**
 * Reads the tokens of a pool or a curve that may be on no list. The server reads it from the chain.
 *
 * @returns mints, with SOL last. An empty list: the address is no pool of a known venue.
 */
export const tokensInPool = (address: Address) =>
  queryOptions({
    queryKey: ['tokensInPool', address],
    queryFn: async (): Promise<readonly Address[]> => {
      const answer = await trpc.pools.get.query({ address })
      const mints = answer.kind === 'pool' ? answer.pool.mints : answer.kind === 'curve' ? [answer.mint] : []
      const isSol = (mint: string) => Number(mint === wrappedNativeMint)
      return mints.toSorted((one, other) => isSol(one) - isSol(other)).map(parseAddress)
    },
    retry: false,
    staleTime: 60_000,
  })
