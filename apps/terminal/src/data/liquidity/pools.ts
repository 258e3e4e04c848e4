import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import type { PoolAnswerRow, PoolDetailRow, PoolListRow, PoolRow, PoolTokenRow } from '@tern/server/appRouter'
import { useEffect } from 'react'
import { checked } from '../checked.ts'
import { inSlices } from '../inSlices.ts'
import { queryClient } from '../queryClient.ts'
import { pageStream } from '../stream/pageStream.ts'
import { trpc } from '../trpc.ts'
import { type ListedPool, parsePool } from './listedPool.ts'

export interface PoolList {
  /** A pool keeps its place when it changes. */
  readonly pools: readonly ListedPool[]
  readonly places: ReadonlyMap<string, number>
  /** The pools as they were when one was last added. Names and types do not change; figures do. */
  readonly named: readonly ListedPool[]
  readonly tokens: ReadonlyMap<string, PoolTokenRow>
}

const placesOf = (pools: readonly ListedPool[]) =>
  new Map(pools.map(({ address }, place) => [address as string, place]))

async function parseList({ pools: rows, tokens }: PoolListRow): Promise<PoolList> {
  await checked(rows, 'pool')
  await checked(tokens, 'poolToken')
  const known = new Map(tokens.map(token => [token.mint, token]))
  const pools = await inSlices(rows, row => parsePool(row, mint => known.get(mint)))
  return { pools, places: placesOf(pools), named: pools, tokens: known }
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
  // Rarely, because the list of thousands of pools takes megabytes. The stream reports neither pools that left nor
  // values that follow another token's price.
  refetchInterval: 300_000,
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

function merge(before: PoolList, rows: readonly PoolRow[]): PoolList {
  const { places, tokens } = before
  const pools = [...before.pools]
  for (const row of rows) pools[places.get(row.address) ?? pools.length] = parsePool(row, mint => tokens.get(mint))
  if (pools.length === places.size) return { ...before, pools }
  return { pools, places: placesOf(pools), named: pools, tokens }
}

/** Follows every pool that the server knows; `undefined` until they are read. */
export function usePools() {
  useEffect(followPools, [])
  const { data, error, refetch } = useQuery(poolsQuery)
  return { list: data, error, retry: () => void refetch() }
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
