import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import type { PoolAnswerRow, PoolDetailRow, PoolListRow, PoolRow, PoolTokenRow } from '@tern/server/appRouter'
import { useEffect } from 'react'
import { checked } from '../checked.ts'
import { queryClient } from '../queryClient.ts'
import { pageStream } from '../stream/pageStream.ts'
import { trpc } from '../trpc.ts'
import { type ListedPool, parsePool } from './listedPool.ts'

interface PoolList {
  readonly pools: readonly ListedPool[]
  readonly tokens: ReadonlyMap<string, PoolTokenRow>
}

async function parseList({ pools, tokens }: PoolListRow): Promise<PoolList> {
  await Promise.all([checked(pools, 'pool'), checked(tokens, 'poolToken')])
  const known = new Map(tokens.map(token => [token.mint, token]))
  return { pools: pools.map(row => parsePool(row, mint => known.get(mint))), tokens: known }
}

/** Reads every pool that the server follows. Changes come by the stream. */
const poolsQuery = queryOptions({
  queryKey: ['pools'],
  queryFn: async () => parseList(await trpc.pools.list.query()),
  placeholderData: keepPreviousData,
  // Comparing thousands of rows with the rows before takes longer than showing the few in sight.
  structuralSharing: false,
  // The stream keeps it fresh. A page that was closed for a while reads it again.
  staleTime: 30_000,
  refetchInterval: 60_000,
})

/** Changes of pools are shown together after this time, because a person cannot read faster. */
const togetherMs = 1_000

/** Follows the changes of pools while the page is open. */
function followPools(): () => void {
  const changed = new Map<string, PoolRow>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: poolsQuery.queryKey })
  async function show() {
    timer = undefined
    const rows = [...changed.values()]
    changed.clear()
    const known = queryClient.getQueryData(poolsQuery.queryKey)
    if (known === undefined) return
    if (rows.some(({ mints }) => mints.some(mint => !known.tokens.has(mint)))) return readAgain()
    await checked(rows, 'pool').catch(readAgain)
    queryClient.setQueryData(poolsQuery.queryKey, list => list && merge(list, rows))
  }
  const stops = [
    pageStream.want('pools'),
    pageStream.onGap(readAgain),
    pageStream.onRow(({ pools = [] }) => {
      for (const row of pools) changed.set(row.address, row)
      if (pools.length > 0) timer ??= setTimeout(() => void show(), togetherMs)
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

function merge({ pools, tokens }: PoolList, rows: readonly PoolRow[]): PoolList {
  const parsed = new Map(rows.map(row => [row.address, parsePool(row, mint => tokens.get(mint))]))
  const before = pools.map(pool => parsed.get(pool.address) ?? pool)
  const isKnown = new Set<string>(pools.map(({ address }) => address))
  return { tokens, pools: [...before, ...[...parsed.values()].filter(({ address }) => !isKnown.has(address))] }
}

/** Follows every pool that the server knows; `undefined` until they are read. */
export function usePools() {
  useEffect(followPools, [])
  const { data, error, refetch } = useQuery(poolsQuery)
  return { pools: data?.pools, error, retry: () => void refetch() }
}

type PoolFactsRow = Pick<PoolDetailRow, 'protocol' | 'mints' | 'reserves' | 'lpMint' | 'price'>

/** The content of an address: a pool with its figures, or the reason why it is no pool. */
export type PoolAnswer =
  | { readonly kind: 'pool'; readonly pool: ListedPool; readonly row: PoolFactsRow }
  | Exclude<PoolAnswerRow, { kind: 'pool' }>

/** Reads the pool at an address from the index. */
export const poolQuery = (address: Address) =>
  queryOptions({
    queryKey: ['pool', address],
    queryFn: async (): Promise<PoolAnswer> => {
      const answer = await trpc.pools.get.query({ address })
      if (answer.kind !== 'pool') return answer
      await Promise.all([checked([answer.pool], 'pool'), checked(answer.pool.tokens, 'poolToken')])
      const tokenOf = (mint: string) => answer.pool.tokens.find(token => token.mint === mint)
      return { kind: 'pool', pool: parsePool(answer.pool, tokenOf), row: answer.pool }
    },
    refetchInterval: 5_000,
  })
