import { useQuery } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import { useMemo } from 'react'
import type { Share } from '../../data/activity/poolShares.ts'
import { lpPoolsQuery } from '../../data/liquidity/lpPools.ts'
import { holdingsQuery } from '../../data/wallets/holdings.ts'
import { totalOf } from './holdingRows.ts'
import { liquidityRows } from './liquidityRows.ts'
import { amountsOf, usePortfolio } from './usePortfolio.ts'

const none: ReadonlySet<Address> = new Set()
const noShares: ReadonlyMap<Address, Share> = new Map()
const sumOf = (amounts: readonly (bigint | null)[]) => amounts.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)

/** A wallet's holdings and profit, with its LP tokens as shares of pools instead of tokens. */
export function useWholePortfolio(owner: Address) {
  const { data: holdings } = useQuery(holdingsQuery(owner))
  const held = useMemo(() => amountsOf(holdings ?? []), [holdings])
  const { data: found, isError } = useQuery({ ...lpPoolsQuery([...held.keys()]), enabled: holdings !== undefined })
  const leftOut = useMemo(() => {
    // If the server does not know the LP mints, LP tokens stay in the list of tokens.
    if (found === undefined) return isError ? none : ('unknown' as const)
    const asked = new Set(found.mints)
    return new Set([...held.keys()].filter(mint => found.pools.has(mint) || !asked.has(mint)))
  }, [found, held, isError])
  const portfolio = usePortfolio(owner, leftOut)
  const { rows, profit, unrealised, closed } = portfolio
  const shares = profit?.shares ?? noShares
  const liquidity = useMemo(
    () => (found === undefined ? [] : liquidityRows(held, found.pools, shares)),
    [held, found, shares],
  )
  // Tokens in a pool are still the wallet's.
  const inPools = new Set([...shares.values()].flatMap(({ tokens }) => tokens.map(({ mint }) => mint)))
  return {
    ...portfolio,
    sold: closed?.filter(({ mint }) => mint === null || !inPools.has(mint)),
    /** The shares of pools that the wallet holds as LP tokens. */
    liquidity,
    total: rows && totalOf([...rows, ...liquidity]),
    unrealised: unrealised === undefined ? undefined : unrealised + sumOf(liquidity.map(row => row.unrealised)),
  }
}
