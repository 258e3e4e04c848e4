import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import type { ActivityLiquidityRow, ActivityRow, ActivityTokenRow } from '@tern/server/appRouter'
import { useEffect, useMemo } from 'react'
import { trpc } from '../trpc.ts'
import { useBalance } from '../wallets/useBalance.ts'

/** The effect of a transaction on a wallet. Negative amounts left the wallet. */
export interface Entry extends Pick<ActivityRow, 'signature' | 'slot' | 'timestampSeconds' | 'kind' | 'failure'> {
  /** Lamports that the wallet paid the network. */
  readonly networkFee: bigint
  /** Change of the wallet's lamports, fees and rent included. */
  readonly lamports: bigint
  /** Lamports of it that went into rent of the wallet's own token accounts. Negative: rent came back. */
  readonly rent: bigint
  /** Raw units by mint, without SOL. */
  readonly tokens: readonly { readonly mint: Address; readonly decimals: number; readonly amount: bigint }[]
  readonly trade: EntryTrade | null
  /** Set for a change of liquidity. */
  readonly liquidity?: EntryLiquidity
  /** The provider that it tipped, and the tip in lamports; `null` if it tipped no known provider. */
  readonly tip: { readonly provider: string; readonly lamports: bigint } | null
  /** Lamports of Tern's fee, as far as it is known. */
  readonly tradeFee: bigint
  readonly counterparty: Address | null
}

/** Both sides of a change of liquidity, in the pool's order, SOL by its wrapped mint. Empty if it failed. */
export interface EntryLiquidity {
  readonly pool: Address
  readonly sides: Entry['tokens']
  /** The LP tokens; `null` if it failed, or the pool gives none. */
  readonly share: Entry['tokens'][number] | null
}

export interface EntryTrade {
  readonly protocol: string
  readonly side: 'buy' | 'sell'
  readonly mint: Address
  /** Raw units that the venue took and gave; `null` if the trade failed. */
  readonly amountIn: bigint | null
  readonly amountOut: bigint | null
  /** The limits that the instruction sets; `null` if it sets none. */
  readonly maxIn: bigint | null
  readonly minOut: bigint | null
}

const amount = (text: string | null) => (text === null ? null : BigInt(text))

const parseToken = ({ mint, decimals, amount }: ActivityTokenRow) => ({
  ...{ mint: mint as Address, decimals },
  amount: BigInt(amount),
})

const parseLiquidity = ({ pool, sides, share }: ActivityLiquidityRow): EntryLiquidity => ({
  pool: pool as Address,
  sides: sides.map(parseToken),
  share: share && parseToken(share),
})

const parseTrade = ({ mostIn, leastOut, ...trade }: NonNullable<ActivityRow['trade']>): EntryTrade => ({
  ...{ ...trade, mint: trade.mint as Address },
  amountIn: amount(trade.amountIn),
  amountOut: amount(trade.amountOut),
  maxIn: amount(mostIn),
  minOut: amount(leastOut),
})

function parseEntry(row: ActivityRow): Entry {
  const { trade, liquidity, tip = null, tradeFee = '0', ...rest } = row
  return {
    ...rest,
    networkFee: BigInt(row.networkFee),
    lamports: BigInt(row.lamports),
    rent: BigInt(row.rent),
    tokens: row.tokens.map(parseToken),
    ...(liquidity && { liquidity: parseLiquidity(liquidity) }),
    trade: trade && parseTrade(trade),
    tip: tip && { ...tip, lamports: BigInt(tip.lamports) },
    tradeFee: BigInt(tradeFee),
    counterparty: row.counterparty as Address | null,
  }
}

/** Placeholder address while there is no owner: its query is disabled. */
const nobody = '' as Address

/** Entries in a single answer. */
const pageSize = 200
const behindMs = 1_500

/** A wallet's transactions, newest first, page by page. */
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
    // Also refetch on a timer: tokens sent to the wallet change no balance that the page watches.
    refetchInterval: query => (query.state.data?.pages[0]?.isBehind ? behindMs : 30_000),
  })

/**
 * Reads a wallet's transactions, and reads them again whenever its SOL balance changes. Without an owner it reads nothing.
 *
 * @param extent `whole` reads on until there are no more. `pages` reads on only when `readOlder` is called.
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
    /** Newest first; `undefined` until the first page is read. */
    entries,
    /**
     * `true` if all entries of the server are here and the server has read the chain back to the wallet's first transaction.
     */
    isWhole: entries !== undefined && !hasNextPage && data?.pages[0]?.reachesBack === true,
    /** `true` if the server knows more entries than are read here, or is still reading the chain. */
    isBehind: hasNextPage || data?.pages[0]?.isBehind === true,
    hasOlder: hasNextPage,
    isReading: isFetching,
    readOlder: () => void fetchNextPage(),
    error,
    retry: () => void query.refetch(),
  }
}
