import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import type { ActivityRow } from '@tern/server/appRouter'
import { useEffect, useMemo } from 'react'
import { trpc } from '../trpc.ts'
import { useBalance } from '../wallets/useBalance.ts'

/** What a transaction did to a wallet, its money as bigints; minus is what left it. */
export interface Entry extends Pick<ActivityRow, 'signature' | 'slot' | 'timestampSeconds' | 'kind' | 'failure'> {
  /** Lamports that the wallet paid the network. */
  readonly networkFee: bigint
  /** What its SOL changed by, fees, rent and all. */
  readonly lamports: bigint
  /** What of that went into rent of its own token accounts; minus: came back from it. */
  readonly rent: bigint
  /** Raw units by mint, SOL excepted. */
  readonly tokens: readonly { readonly mint: Address; readonly decimals: number; readonly amount: bigint }[]
  readonly trade: EntryTrade | null
  /** Whom it tipped for bringing it in, and how much, in lamports; `null`: nobody that is known. */
  readonly tip: { readonly provider: string; readonly lamports: bigint } | null
  /** Lamports of Tern's fee, as far as it is known. */
  readonly tradeFee: bigint
  readonly counterparty: Address | null
}

export interface EntryTrade {
  readonly protocol: string
  readonly side: 'buy' | 'sell'
  readonly mint: Address
  /** What the venue took and gave; `null`: it failed. */
  readonly amountIn: bigint | null
  readonly amountOut: bigint | null
  readonly mostIn: bigint | null
  readonly leastOut: bigint | null
}

const amount = (text: string | null) => (text === null ? null : BigInt(text))

function parseEntry(row: ActivityRow): Entry {
  const { trade, tip = null, tradeFee = '0' } = row
  return {
    ...row,
    networkFee: BigInt(row.networkFee),
    lamports: BigInt(row.lamports),
    rent: BigInt(row.rent),
    tokens: row.tokens.map(token => ({ ...token, mint: token.mint as Address, amount: BigInt(token.amount) })),
    trade: trade && {
      ...trade,
      mint: trade.mint as Address,
      amountIn: amount(trade.amountIn),
      amountOut: amount(trade.amountOut),
      mostIn: amount(trade.mostIn),
      leastOut: amount(trade.leastOut),
    },
    tip: tip && { ...tip, lamports: BigInt(tip.lamports) },
    tradeFee: BigInt(tradeFee),
    counterparty: row.counterparty as Address | null,
  }
}

/** Whose transactions are never asked for. */
const nobody = '' as Address

/** Entries in one answer. */
const pageSize = 200
const behindMs = 1_500

/** What transactions did to a wallet, newest first, a page at a time. */
const activityQuery = (owner: Address) =>
  infiniteQueryOptions({
    queryKey: ['activity', owner],
    queryFn: async ({ pageParam }) => {
      const before = pageParam === undefined ? {} : { before: pageParam }
      const page = await trpc.activity.list.query({ owner, limit: pageSize, ...before })
      return { ...page, entries: page.rows.map(parseEntry) }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.before ?? undefined,
    // Tokens that were sent here change no balance that is watched.
    refetchInterval: query => (query.state.data?.pages[0]?.isBehind ? behindMs : 30_000),
  })

/**
 * What transactions did to a wallet, as far as it is read; renewed whenever its SOL changes. `extent`: read on until there is
 * no more, or only as far as `readOlder` was asked to. Without an owner nothing is read.
 */
export function useActivity(owner: Address | undefined, extent: 'whole' | 'pages') {
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...activityQuery(owner ?? nobody), enabled: owner !== undefined })
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const balance = useBalance(owner)
  useEffect(() => {
    if (balance !== undefined) void client.invalidateQueries({ queryKey: ['activity', owner] })
  }, [balance, client, owner])
  useEffect(() => {
    if (extent === 'whole' && hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [extent, hasNextPage, isFetching, error, fetchNextPage])
  const entries = useMemo(() => data?.pages.flatMap(page => page.entries), [data])
  return {
    /** Newest first; `undefined`: not read yet. */
    entries,
    /** Whether what is there is all that the server knows, and the chain was read back to the wallet's first transaction. */
    isWhole: entries !== undefined && !hasNextPage && data?.pages[0]?.reachesBack === true,
    /** Whether more is known than was read, or being read from the chain. */
    isBehind: hasNextPage || data?.pages[0]?.isBehind === true,
    hasOlder: hasNextPage,
    isReading: isFetching,
    readOlder: () => void fetchNextPage(),
    error,
    retry: () => void query.refetch(),
  }
}
