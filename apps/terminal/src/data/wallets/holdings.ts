import { queryOptions } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import { client } from '../client.ts'

/** Reads every token that an address holds, without zero balances. */
export const holdingsQuery = (owner: Address) =>
  queryOptions({
    queryKey: ['holdings', owner],
    queryFn: async () => {
      const { chain } = await client()
      const accounts = await chain.readTokenAccounts(owner)
      return accounts.filter(account => account.amount > 0n).map(({ mint, amount }) => ({ mint, amount }))
    },
    refetchInterval: 5_000,
  })
