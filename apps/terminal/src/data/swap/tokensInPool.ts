import { queryOptions } from '@tanstack/react-query'
import { type Address, parseAddress, wrappedNativeMint } from '@tern/core'
import { isProtocol, loadVenue } from '@tern/venues'
import { client } from '../client.ts'
import { trpc } from '../trpc.ts'

/** Opens a pool, so that routes pass it. Routes pass no stable pool until one is opened. */
async function open(protocol: string, address: Address): Promise<void> {
  if (!isProtocol(protocol)) return
  const [{ chain }, readable] = await Promise.all([client(), loadVenue(protocol)])
  await chain.readMany([{ readable, address }])
}

/**
 * Reads the tokens of a pool or a curve that may be on no list, and opens the pool for routes. The server reads it from the chain.
 *
 * @returns mints, with SOL last. An empty list: the address is no pool of a known venue.
 */
export const tokensInPool = (address: Address) =>
  queryOptions({
    queryKey: ['tokensInPool', address],
    queryFn: async (): Promise<readonly Address[]> => {
      const answer = await trpc.pools.get.query({ address })
      // Without the pool, the picker still lists its tokens.
      if (answer.kind === 'pool') await open(answer.pool.protocol, address).catch(() => undefined)
      const mints = answer.kind === 'pool' ? answer.pool.mints : answer.kind === 'curve' ? [answer.mint] : []
      const isSol = (mint: string) => Number(mint === wrappedNativeMint)
      return mints.toSorted((one, other) => isSol(one) - isSol(other)).map(parseAddress)
    },
    retry: false,
    staleTime: 60_000,
  })
