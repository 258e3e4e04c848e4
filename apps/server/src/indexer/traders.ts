import type { Ratio } from '@tern/core'
import { and, count, desc, eq, isNotNull, min, sql } from 'drizzle-orm'
import type { TraderRow, TradersRow } from '../data/rows.ts'
import type { Database } from '../database/database.ts'
import { trades } from '../database/schema.ts'

/** Max traders in an answer. */
const maxTraders = 50

/** The sums of a wallet's trades of a token. */
export interface TraderSums {
  readonly boughtLamports: bigint
  readonly boughtTokens: bigint
  readonly soldLamports: bigint
  readonly soldTokens: bigint
}

/**
 * Returns the profit in lamports, by average cost.
 * Sold tokens that were not bought here came from elsewhere at an unknown cost, so they do not count.
 *
 * @param price lamports per raw unit. Without it, the unrealised profit is `null`.
 */
export function profitOf(
  { boughtLamports, boughtTokens, soldLamports, soldTokens }: TraderSums,
  price: Ratio | undefined,
): { readonly realised: bigint; readonly unrealised: bigint | null } {
  const matched = soldTokens < boughtTokens ? soldTokens : boughtTokens
  const proceeds = soldTokens === 0n ? 0n : (soldLamports * matched) / soldTokens
  const costOfSold = boughtTokens === 0n ? 0n : (boughtLamports * matched) / boughtTokens
  const worth = price && ((boughtTokens - matched) * price.numerator) / price.denominator
  return {
    realised: proceeds - costOfSold,
    unrealised: worth === undefined ? null : worth - (boughtLamports - costOfSold),
  }
}

const sumOf = (column: 'lamports' | 'tokens', side: 'buy' | 'sell') =>
  sql<string>`coalesce(sum(${trades[column]}) filter (where ${trades.side} = ${sql.raw(`'${side}'`)}), 0)`
const sums = {
  boughtLamports: sumOf('lamports', 'buy'),
  boughtTokens: sumOf('tokens', 'buy'),
  soldLamports: sumOf('lamports', 'sell'),
  soldTokens: sumOf('tokens', 'sell'),
}
const countOf = (side: 'buy' | 'sell') => sql<string>`count(*) filter (where ${trades.side} = ${sql.raw(`'${side}'`)})`

/** The sum of both profits of `profitOf`, in SQL. Its rounding differs, but it only ranks the traders. */
function profitIn(price: Ratio | undefined) {
  const { boughtLamports, boughtTokens, soldLamports, soldTokens } = sums
  const matched = sql`least(${boughtTokens}, ${soldTokens})`
  const proceeds = sql`coalesce(${soldLamports} * ${matched} / nullif(${soldTokens}, 0), 0)`
  if (price === undefined)
    return sql`${proceeds} - coalesce(${boughtLamports} * ${matched} / nullif(${boughtTokens}, 0), 0)`
  const [numerator, denominator] = [String(price.numerator), String(price.denominator)]
  const worth = sql`(${boughtTokens} - ${matched}) * ${numerator}::numeric / ${denominator}::numeric`
  return sql`${proceeds} + ${worth} - ${boughtLamports}`
}

/** Reads the traders with the highest profit in a pool, from the stored trades, at `price` (lamports per raw unit). */
export async function readTraders(
  { query }: Pick<Database, 'query'>,
  pool: string,
  price: Ratio | undefined,
): Promise<TradersRow> {
  const known = query
    .select({ trades: count(), sinceSeconds: min(trades.timestampSeconds) })
    .from(trades)
    .where(eq(trades.pool, pool))
  const wallets = query
    .select({ owner: trades.owner, buys: countOf('buy'), sells: countOf('sell'), ...sums })
    .from(trades)
    .where(and(eq(trades.pool, pool), isNotNull(trades.owner)))
    .groupBy(trades.owner)
    .orderBy(desc(profitIn(price)), trades.owner)
    .limit(maxTraders)
  const [[all], rows] = await Promise.all([known, wallets])
  const traders = rows.map(({ owner, buys, sells, ...texts }): TraderRow => {
    const { realised, unrealised } = profitOf(
      {
        boughtLamports: BigInt(texts.boughtLamports),
        boughtTokens: BigInt(texts.boughtTokens),
        soldLamports: BigInt(texts.soldLamports),
        soldTokens: BigInt(texts.soldTokens),
      },
      price,
    )
    return {
      owner: owner ?? '',
      buys: Number(buys),
      sells: Number(sells),
      ...texts,
      realisedLamports: String(realised),
      unrealisedLamports: unrealised === null ? null : String(unrealised),
    }
  })
  return { traders, trades: all?.trades ?? 0, sinceSeconds: all?.sinceSeconds ?? null }
}
