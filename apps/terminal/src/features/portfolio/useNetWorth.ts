import { useQueries } from '@tanstack/react-query'
import { type Ratio, wrappedNativeMint } from '@tern/core'
import type { Entry } from '../../data/activity/useActivity.ts'
import { rawPerTokenFloat } from '../../data/market/listing.ts'
import { trpc } from '../../data/trpc.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import type { HoldingRow } from './holdingRows.ts'
import { netWorthPoints, type PricePoint, wrappedHolding } from './netWorthLine.ts'
import { candleSeconds } from './spans.ts'

/** Tokens whose prices are asked for at most; the smallest holdings are left at none. */
const mostTokens = 20

interface Input {
  /** What is held, SOL first, and tokens of which none is left. */
  readonly rows: readonly HoldingRow[] | undefined
  readonly entries: readonly Entry[] | undefined
  readonly from: number
  readonly to: number
}

/** SOL per shown token as lamports per raw unit: a float, for a line that is only looked at. */
const lamportsPerRaw = (price: Ratio, unit: TokenUnit) =>
  ((Number(price.numerator) / Number(price.denominator)) * 1e9) / rawPerTokenFloat(unit)

/** The share of its price that a holding brings, as its value says: the line ends at what the table adds up to. */
const shareHad = (value: bigint | null, amount: bigint, price = 0) =>
  value === null || amount === 0n || price === 0 ? 1 : Number(value) / (Number(amount) * price)

const capped =
  (share: number) =>
  ({ seconds, price }: PricePoint): PricePoint => ({ seconds, price: price * share })

/** What the wallet was worth from `from` on, or from its first transaction; `undefined`: not read yet. */
export function useNetWorth({ rows, entries, from, to }: Input): readonly number[] | undefined {
  const first = entries?.at(-1)?.timestampSeconds ?? to
  const begin = Math.max(from, Math.min(first, to - 1))
  const intervalSeconds = candleSeconds(begin, to)
  const priced = (rows ?? []).filter(row => row.mint !== null && row.mint !== wrappedNativeMint && row.listing !== null)
  const asked = priced
    .toSorted((a, b) => Number((b.value ?? 0n) - (a.value ?? 0n)))
    .flatMap(({ mint }) => (mint === null ? [] : [mint]))
    .slice(0, mostTokens)
  const answers = useQueries({
    queries: asked.map(mint => ({
      queryKey: ['closes', mint, intervalSeconds],
      queryFn: async (): Promise<readonly PricePoint[]> => {
        const candles = await trpc.markets.candles.query({ mint, intervalSeconds, limit: 500 })
        return candles.map(({ t, close }) => ({ seconds: t + intervalSeconds, price: Number(close) }))
      },
      staleTime: 60_000,
    })),
  })
  if (rows === undefined || entries === undefined || answers.some(({ isPending }) => isPending)) return undefined
  const holdings = rows.flatMap(({ mint, amount, price, unit, value }) => {
    if (mint === null) return []
    if (mint === wrappedNativeMint) return [wrappedHolding(amount)]
    const closes = answers[asked.indexOf(mint)]?.data ?? []
    // What trades now is worth what it costs now, whatever the last candle says.
    const current = price === null || unit === null ? [] : [{ seconds: to, price: lamportsPerRaw(price, unit) }]
    const share = shareHad(value, amount, current[0]?.price)
    return [{ mint, amount, prices: [...closes.filter(({ seconds }) => seconds < to), ...current].map(capped(share)) }]
  })
  return netWorthPoints(rows[0]?.amount ?? 0n, holdings, entries, { from: begin, to })
}
