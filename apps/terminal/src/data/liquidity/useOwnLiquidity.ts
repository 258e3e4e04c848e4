import { queryOptions, useQuery } from '@tanstack/react-query'
import { findLiquidity, type LiquidityPosition } from '@tern/client'
import type { Address } from '@tern/core'
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

const none: readonly LiquidityPosition[] = []

/** The liquidity of the wallet in use. Empty until it is read, and without a wallet. */
export function useOwnLiquidity(): { owner: Address | undefined; positions: readonly LiquidityPosition[] } {
  const current = useStore(session)
  const owner = 'address' in current ? current.address : undefined
  const { data } = useQuery({ ...ownLiquidityQuery(owner ?? ('' as Address)), enabled: owner !== undefined })
  return { owner, positions: data?.positions ?? none }
}
