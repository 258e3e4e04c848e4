import { useQueries, useQuery } from '@tanstack/react-query'
import { type Ratio, wrappedNativeMint } from '@tern/core'
import { useMemo } from 'react'
import type { Entry } from '../../data/activity/useActivity.ts'
import { lpPoolsQuery } from '../../data/liquidity/lpPools.ts'
import { closesQuery } from '../../data/market/closes.ts'
import { rawPerTokenFloat } from '../../data/market/listing.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import type { HoldingRow } from './holdingRows.ts'
import type { LiquidityRow } from './liquidityRows.ts'
import { cappedHolding, type Holding, netWorthPoints, wrappedHolding } from './netWorthLine.ts'
import { candleSeconds } from './spans.ts'

/** The most tokens to request prices for; the smallest holdings go without. */
const maxTokens = 20

interface Input {
  /** The holdings, SOL first, and the tokens that were sold completely. */
  readonly rows: readonly HoldingRow[] | undefined
  readonly liquidity: readonly LiquidityRow[]
  readonly entries: readonly Entry[] | undefined
  readonly from: number
  readonly to: number
}

/** Converts SOL per shown token to lamports per raw unit: a float, for a drawn line only. */
const lamportsPerRaw = (price: Ratio, unit: TokenUnit) =>
  ((Number(price.numerator) / Number(price.denominator)) * 1e9) / rawPerTokenFloat(unit)

const none: readonly Entry[] = []

/** Current and past LP tokens, all at the current price, because the server keeps no earlier price. */
function useLpHoldings(liquidity: readonly LiquidityRow[], entries: readonly Entry[]): readonly Holding[] {
  const mints = useMemo(() => {
    const moved = entries.flatMap(({ liquidity: change }) => change?.share?.mint ?? [])
    return [...new Set([...liquidity.map(({ lpMint }) => lpMint), ...moved])]
  }, [liquidity, entries])
  const { data } = useQuery({ ...lpPoolsQuery(mints), enabled: mints.length > 0 })
  return mints.flatMap(mint => {
    const { pool, lpSupply = 0n } = data?.pools.get(mint) ?? {}
    if (pool?.tvlLamports == null || lpSupply === 0n) return []
    const amount = liquidity.find(({ lpMint }) => lpMint === mint)?.lp ?? 0n
    return [{ mint, amount, prices: [{ seconds: 0, price: Number(pool.tvlLamports) / Number(lpSupply) }] }]
  })
}

/** The net worth from `from` on, or from the first transaction; `undefined` while it loads. */
export function useNetWorth({ rows, liquidity, entries, from, to }: Input): readonly number[] | undefined {
  const first = entries?.at(-1)?.timestampSeconds ?? to
  const begin = Math.max(from, Math.min(first, to - 1))
  const intervalSeconds = candleSeconds(begin, to)
  const priced = (rows ?? []).filter(row => row.mint !== null && row.mint !== wrappedNativeMint && row.listing !== null)
  const asked = priced
    .toSorted((a, b) => Number((b.value ?? 0n) - (a.value ?? 0n)))
    .flatMap(({ mint }) => (mint === null ? [] : [mint]))
    .slice(0, maxTokens)
  const answers = useQueries({
    queries: asked.map(mint => closesQuery(mint, intervalSeconds)),
  })
  const ofPools = useLpHoldings(liquidity, entries ?? none)
  if (rows === undefined || entries === undefined || answers.some(({ isPending }) => isPending)) return undefined
  const holdings = rows.flatMap(({ mint, amount, price, unit, value }) => {
    if (mint === null) return []
    if (mint === wrappedNativeMint) return [wrappedHolding(amount)]
    const closes = answers[asked.indexOf(mint)]?.data ?? []
    // The current price replaces the last candle's.
    const current = price === null || unit === null ? [] : [{ seconds: to, price: lamportsPerRaw(price, unit) }]
    return [
      cappedHolding({ mint, amount, prices: [...closes.filter(({ seconds }) => seconds < to), ...current] }, value),
    ]
  })
  return netWorthPoints({
    lamports: rows[0]?.amount ?? 0n,
    holdings: [...holdings, ...ofPools],
    entries,
    window: { from: begin, to },
  })
}
