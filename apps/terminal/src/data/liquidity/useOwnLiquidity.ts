import { queryOptions, useQuery } from '@tanstack/react-query'
import { findLiquidity } from '@tern/client'
import type { Address } from '@tern/core'
import { useMemo } from 'react'
import { client } from '../client.ts'
import { useStore } from '../store.ts'
import { session } from '../wallets/session.ts'

/** Reads a wallet's liquidity: its LP tokens, their pools and their amounts. */
const ownLiquidityQuery = (owner: Address) =>
  queryOptions({
    queryKey: ['liquidity', owner],
    queryFn: async () => findLiquidity(await client(), owner),
    refetchInterval: 15_000,
    // A pool is an object with functions, which cannot be compared.
    structuralSharing: false,
  })

const none: ReadonlySet<string> = new Set()

/** The addresses of the pools that the wallet in use has liquidity in. Empty until they are read, and without a wallet. */
export function useOwnLiquidity(): ReadonlySet<string> {
  const current = useStore(session)
  const owner = 'address' in current ? current.address : undefined
  const { data } = useQuery({ ...ownLiquidityQuery(owner ?? ('' as Address)), enabled: owner !== undefined })
  return useMemo(() => (data === undefined ? none : new Set(data.positions.map(({ pool }) => pool.address))), [data])
}
