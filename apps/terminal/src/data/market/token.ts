import { queryOptions } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'
import { parseListing } from './listing.ts'

/** Returns `true` if a text looks like a whole mint address. */
export const isAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)

const askedEveryMs = { listed: 5_000, notListed: 30_000 } as const

/**
 * Reads a token, with the powers over its mint, by its mint or by one of its pools. `null`: not listed on this server.
 * The server is asked for addresses only.
 */
export const tokenQuery = (mint: string) =>
  queryOptions({
    queryKey: ['token', mint],
    queryFn: async () => {
      if (!isAddress(mint)) return null
      try {
        const row = await trpc.tokens.get.query({ mint })
        await checked([row], 'token')
        return { ...parseListing(row), uri: row.uri }
      } catch (error) {
        const code = error instanceof TRPCClientError ? error.data?.code : undefined
        if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return null
        throw error
      }
    },
    refetchInterval: ({ state }) => askedEveryMs[state.data === null ? 'notListed' : 'listed'],
  })

export type TokenDetail = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof tokenQuery>['queryFn']>>>>
