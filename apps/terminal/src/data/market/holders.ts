import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** Reads the largest holders of a listed token, largest first; `null` if the node does not report holders. */
export const holdersQuery = (mint: string) =>
  queryOptions({
    queryKey: ['holders', mint],
    async queryFn() {
      const rows = await trpc.tokens.holders.query({ mint })
      return rows && (await checked(rows, 'holder'))
    },
    refetchInterval: 15_000,
  })
