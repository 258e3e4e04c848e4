import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Address, wrappedNativeMint } from '@tern/core'
import { useEffect, useMemo, useRef } from 'react'
import { profitOf } from '../../data/activity/profit.ts'
import { useActivity } from '../../data/activity/useActivity.ts'
import { saleProceedsQuery } from '../../data/market/saleProceeds.ts'
import { useTokens } from '../../data/market/useTokens.ts'
import { holdingsQuery } from '../../data/wallets/holdings.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { type HoldingRow, solRow, tokenRow, totalOf } from './holdingRows.ts'

const none: ReadonlySet<Address> = new Set()

/**
 * A wallet's holdings and profit.
 *
 * @param leftOut holdings that are no tokens to trade; `unknown`: until it is known, nothing is shown.
 */
export function usePortfolio(owner: Address, leftOut: ReadonlySet<Address> | 'unknown' = none) {
  const queries = useQueryClient()
  const lamports = useBalance(owner)
  const holdings = useQuery(holdingsQuery(owner))
  const activity = useActivity(owner, 'whole')
  useEffect(() => {
    if (lamports !== undefined) void queries.invalidateQueries({ queryKey: holdingsQuery(owner).queryKey })
  }, [lamports, queries, owner])
  const { entries } = activity
  const profit = useMemo(() => entries && profitOf(entries), [entries])
  const held = useMemo(() => {
    const all = leftOut === 'unknown' ? [] : (holdings.data ?? [])
    return amountsOf(all.filter(({ mint }) => leftOut === 'unknown' || !leftOut.has(mint)))
  }, [holdings.data, leftOut])
  const closed = useMemo(() => [...(profit?.positions.keys() ?? [])].filter(mint => !held.has(mint)), [profit, held])
  const tokens = useTokens([...held.keys(), ...closed].filter(mint => mint !== wrappedNativeMint))
  const sold = [...held].flatMap(([mint, amount]) => {
    const listing = tokens.listings.get(mint)
    return listing === undefined ? [] : [{ mint, query: saleProceedsQuery(listing, amount) }]
  })
  const answers = useQueries({ queries: sold.map(({ query }) => query) })
  const proceeds = new Map(answers.map((answer, i) => [sold[i]?.mint, answer.data]))
  const rowOf = (mint: Address, amount: bigint): HoldingRow =>
    tokenRow(mint, amount, {
      listing: tokens.listings.get(mint),
      unit: tokens.units.get(mint),
      position: profit?.positions.get(mint),
      proceeds: amount === 0n ? 0n : proceeds.get(mint),
    })
  // Once shown, the table stays. A token that is still being searched for has no price until it is found.
  const wasReady = useRef(false)
  const isKnown = lamports !== undefined && holdings.data !== undefined && leftOut !== 'unknown'
  const isReady = isKnown && (wasReady.current || !tokens.isSearching)
  if (isReady) wasReady.current = true
  const rows = isReady ? [solRow(lamports), ...[...held].map(([mint, amount]) => rowOf(mint, amount))] : undefined
  return {
    /** The holdings, SOL first; `undefined` while they load. */
    rows,
    /** The tokens that were sold or sent away completely. */
    closed: isReady && profit !== undefined ? closed.map(mint => rowOf(mint, 0n)) : undefined,
    total: rows && totalOf(rows),
    unrealised: rows && profit && rows.reduce((sum, { unrealised }) => sum + (unrealised ?? 0n), 0n),
    profit,
    entries,
    /** The time of the first known transaction. */
    firstSeconds: entries?.findLast(({ timestampSeconds }) => timestampSeconds !== null)?.timestampSeconds ?? undefined,
    /** Whether the wallet has older transactions that the server did not read. */
    isCut: entries !== undefined && !activity.isWhole && !activity.isBehind,
    isBehind: activity.isBehind,
    /** The error if there is nothing to show; `staleSince` is set if older data is shown. */
    failure: rows === undefined ? (holdings.error ?? undefined) : undefined,
    staleSince: holdings.error !== null && holdings.data !== undefined ? holdings.dataUpdatedAt : undefined,
    activityError: activity.error,
    retry() {
      void holdings.refetch()
      activity.retry()
    },
  }
}

/** Sums accounts by token, because a token may lie in several accounts. */
export function amountsOf(
  accounts: readonly { readonly mint: Address; readonly amount: bigint }[],
): ReadonlyMap<Address, bigint> {
  const amounts = new Map<Address, bigint>()
  for (const { mint, amount } of accounts) amounts.set(mint, (amounts.get(mint) ?? 0n) + amount)
  return amounts
}
