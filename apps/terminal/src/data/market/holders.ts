import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** Who holds most of a token that is listed, most of it first; `null`: the node does not tell. */
export const holdersQuery = (mint: string) =>
  queryOptions({
    queryKey: ['holders', mint],
    async queryFn() {
      const rows = await trpc.tokens.holders.query({ mint })
      return rows && (await checked(rows, 'holder'))
    },
    refetchInterval: 15_000,
  })
