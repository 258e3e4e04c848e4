import type { PoolRow } from '../data/poolRows.ts'
import type { BlockhashRow, LiveTradeRow, TickerRow } from '../data/rows.ts'
import { mintOf, type Topic } from './topic.ts'

/** The events of a batch. */
export interface Batch {
  /** Monotonic time in milliseconds. */
  readonly at: number
  readonly blockhash: BlockhashRow | undefined
  readonly trades: readonly LiveTradeRow[]
  /** Changed pools, each once. */
  readonly pools: readonly PoolRow[]
  /** Tokens with trades that a fork undid: readers must read these tokens' data again. */
  readonly rolledBack: readonly string[]
}

/** A batch without its pools: only the newest row of each pool is kept. */
interface KeptBatch extends Omit<Batch, 'pools'> {
  readonly id: number
}

/** Limits of the kept batches: their age and the number of their trades. */
const max = { ageMs: 60_000, trades: 20_000 }

/** The latest batches. It encodes a topic once for all readers that received the same batch last. */
export interface History {
  /** Id of the newest batch. 0 before the first. */
  readonly id: number
  add(batch: Batch): void
  /** Deletes the trades of transactions that a fork undid. */
  takeBack(signatures: ReadonlySet<string>): void
  /** Checks if everything after batch `id` is still kept. */
  reaches(id: number): boolean
  /** Returns the newest batch that is older than `ageMs`. */
  before(ageMs: number, now: number): number
  /** Encodes the events after batch `since` for these topics. `undefined` if there are no such events. */
  encode(since: number, topics: readonly Topic[]): string | undefined
}

export function createHistory(): History {
  let batches: KeptBatch[] = []
  /** By mint, oldest first: a reader of a single token costs only that token's trades. */
  const byMint = new Map<string, { readonly id: number; readonly trade: LiveTradeRow }[]>()
  /** The newest row of each pool that changed in a kept batch. The pool that changed last comes last. */
  const pools = new Map<string, { readonly id: number; readonly row: PoolRow }>()
  let id = 0
  let kept = 0
  const parts = new Map<string, string>()

  const after = (since: number) => batches.slice(Math.max(0, batches.length - (id - since)))

  function part(since: number, topic: Topic): string {
    const key = `${since} ${topic}`
    const known = parts.get(key)
    if (known !== undefined) return known
    const mint = mintOf(topic)
    const encoded =
      topic === 'pools'
        ? encodePools(since)
        : mint === undefined
          ? encodePart(after(since), topic)
          : encodeTrades(mint, since)
    parts.set(key, encoded)
    return encoded
  }

  function encodeTrades(mint: string, since: number): string {
    const own = byMint.get(mint) ?? []
    let from = own.length
    while (from > 0 && (own[from - 1]?.id ?? 0) > since) from--
    const trades = own.slice(from).map(({ trade }) => trade)
    return trades.length === 0 ? '' : `${JSON.stringify(mint)}:${JSON.stringify(trades)}`
  }

  function encodePools(since: number): string {
    const rows = [...pools.values()].filter(one => one.id > since).map(({ row }) => row)
    return rows.length === 0 ? '' : `"pools":${JSON.stringify(rows)}`
  }

  /** Deletes the trades of the oldest batches. They are the first in the lists of their tokens. */
  function forget(oldest: readonly KeptBatch[]) {
    const counts = new Map<string, number>()
    for (const { trades } of oldest) for (const { mint } of trades) counts.set(mint, (counts.get(mint) ?? 0) + 1)
    for (const [mint, count] of counts) {
      const own = byMint.get(mint)
      own?.splice(0, count)
      if (own?.length === 0) byMint.delete(mint)
    }
  }

  return {
    get id() {
      return id
    },
    add(batch) {
      const { at, blockhash, trades, rolledBack } = batch
      batches.push({ id: ++id, at, blockhash, trades, rolledBack })
      for (const trade of batch.trades) {
        const own = byMint.get(trade.mint) ?? []
        own.push({ id, trade })
        byMint.set(trade.mint, own)
      }
      for (const row of batch.pools) {
        pools.delete(row.address)
        pools.set(row.address, { id, row })
      }
      kept += batch.trades.length
      parts.clear()
      let gone = 0
      for (const { at, trades } of batches) {
        if (batch.at - at <= max.ageMs && kept <= max.trades) break
        kept -= trades.length
        gone++
      }
      forget(batches.splice(0, Math.min(gone, batches.length - 1)))
      for (const [address, one] of pools) {
        if (one.id > id - batches.length) break
        pools.delete(address)
      }
    },
    takeBack(signatures) {
      const isGone = ({ signature }: LiveTradeRow) => signatures.has(signature)
      if (!batches.some(({ trades }) => trades.some(isGone))) return
      batches = batches.map(batch => ({ ...batch, trades: batch.trades.filter(trade => !isGone(trade)) }))
      kept = batches.reduce((sum, { trades }) => sum + trades.length, 0)
      for (const [mint, own] of byMint) {
        const left = own.filter(({ trade }) => !isGone(trade))
        if (left.length > 0) byMint.set(mint, left)
        else byMint.delete(mint)
      }
      parts.clear()
    },
    reaches: since => since <= id && id - since <= batches.length,
    before: (ageMs, now) => batches.findLast(({ at }) => now - at > ageMs)?.id ?? id - batches.length,
    encode(since, topics) {
      const fields: string[] = []
      const trades: string[] = []
      const rolledBack = new Set(since >= id ? [] : after(since).flatMap(batch => batch.rolledBack))
      const gap = topics.filter(
        topic => rolledBack.size > 0 && (topic === 'tickers' || rolledBack.has(mintOf(topic) ?? '')),
      )
      if (gap.length > 0) fields.push(`"gap":${JSON.stringify(gap)}`)
      for (const topic of topics) {
        const encoded = since >= id ? '' : part(since, topic)
        if (encoded !== '') (mintOf(topic) === undefined ? fields : trades).push(encoded)
      }
      if (trades.length > 0) fields.push(`"trades":{${trades.join(',')}}`)
      return fields.length === 0 ? undefined : fields.join(',')
    },
  }
}

/** Encodes a member of the message's object. Empty if nothing happened. */
function encodePart(batches: readonly KeptBatch[], topic: Topic): string {
  if (topic === 'blockhash') {
    const latest = batches.findLast(({ blockhash }) => blockhash !== undefined)?.blockhash
    return latest === undefined ? '' : `"blockhash":${JSON.stringify(latest)}`
  }
  const last = new Map<string, TickerRow>()
  let traded = 0
  for (const { trades } of batches) {
    traded += trades.length
    for (const { mint, price, side, slot } of trades) last.set(mint, { mint, price, side, slot })
  }
  return traded === 0 ? '' : `"tickers":${JSON.stringify([...last.values()])},"traded":${traded}`
}
