import { useQuery } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import { useMemo } from 'react'
import { lpPoolsQuery } from '../../data/liquidity/lpPools.ts'
import { holdingsQuery } from '../../data/wallets/holdings.ts'
import { totalOf } from './holdingRows.ts'
import { liquidityRows } from './liquidityRows.ts'
import { amountsOf, usePortfolio } from './usePortfolio.ts'

const none: ReadonlySet<Address> = new Set()

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
  const { rows } = portfolio
  const liquidity = useMemo(() => (found === undefined ? [] : liquidityRows(held, found.pools)), [held, found])
  return {
    ...portfolio,
    /** The shares of pools that the wallet holds as LP tokens. */
    liquidity,
    total: rows && totalOf([...rows, ...liquidity]),
  }
}
