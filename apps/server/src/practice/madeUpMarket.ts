import { createHash } from 'node:crypto'
import { encodeBase58, wrappedNativeMint } from '@tern/core'
import { type Random, seededRandom } from '@tern/practice-chain/internal/makers'
import type { PoolListRow, PoolRow, PoolTokenRow } from '../data/poolRows.ts'
import type { LiveTradeRow, TokenRow } from '../data/rows.ts'

/** Interval of the reports, in milliseconds. */
const everyMs = 10
/** Max step of the price in a trade, in millionths, up or down. */
const maxStepPpm = 4_000

type Listed = Pick<TokenRow, 'mint' | 'price'>

/** A price that changes at random, with enough digits for any change. */
interface Walk {
  readonly mint: string
  numerator: bigint
  readonly denominator: bigint
}

/**
 * Reports invented trades, to measure the terminal in a busy market.
 * They go through the stream to every tab like real trades, but they are neither on the chain nor in the database.
 * `MADE_UP_TRADES_PER_SECOND` of a server on the practice chain turns it on: 1,000 is a busy market, 5,000 is beyond
 * any real market.
 * The same seed and tokens give the same trades in the same order. Half of the trades are spread over all tokens, the
 * other half over the first fifth.
 *
 * @returns ends it.
 */
export function startMadeUpTrades(
  { perSecond, seed }: { readonly perSecond: number; readonly seed: string },
  list: () => readonly Listed[],
  emit: (trade: LiveTradeRow) => void,
): () => void {
  const random = seededRandom(`${seed} made-up trades`)
  const walks = new Map<string, Walk>()
  let reported = 0
  const began = performance.now()
  const timer = setInterval(() => {
    const tokens = list().filter(token => token.price !== null)
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
    // After a pause of the machine, skip the trades beyond the last second.
    reported = Math.max(reported, due - perSecond)
    for (; reported < due && tokens.length > 0; reported++) {
      const token = tokens[pick(random, tokens.length)]
      if (token !== undefined) emit(madeUpTrade(walkOf(walks, token), random, reported))
    }
  }, everyMs)
  return () => clearInterval(timer)
}

/**
 * Fills a list up to at least `min` tokens, with copies of the real ones under invented mints. The copies do not change
 * after the first call.
 * `MADE_UP_TOKENS` of a server on the practice chain turns it on.
 */
export function madeUpTokens(list: () => readonly TokenRow[], min: number): () => readonly TokenRow[] {
  let copies: readonly TokenRow[] | undefined
  const copy = (rows: readonly TokenRow[]) =>
    Array.from({ length: Math.max(0, min - rows.length) }, (_, n) => {
      const row = rows[n % rows.length] as TokenRow
      const mint = encodeBase58(createHash('sha256').update(`${row.mint} ${n}`).digest())
      return { ...row, mint, symbol: `${row.symbol}${n}`, picture: `/pictures/${mint}.svg` }
    })
  return () => {
    const rows = list()
    if (rows.length === 0) return rows
    copies ??= copy(rows)
    return [...rows, ...copies]
  }
}

/**
 * Fills a list up to at least `min` pools, with copies of the real ones under invented addresses. Each copy has a token
 * of its own against SOL. The copies do not change after the first call.
 * `MADE_UP_POOLS` of a server on the practice chain turns it on.
 */
export function madeUpPools(list: () => PoolListRow, min: number): () => PoolListRow {
  let copies: PoolListRow | undefined
  const invented = (text: string) => encodeBase58(createHash('sha256').update(text).digest())
  function copy({ pools, tokens }: PoolListRow): PoolListRow {
    const byMint = new Map(tokens.map(token => [token.mint, token]))
    const made: PoolRow[] = []
    const madeTokens: PoolTokenRow[] = []
    const real = pools.filter(({ mints }) => mints.includes(wrappedNativeMint))
    for (let n = 0; real.length > 0 && n < min - pools.length; n++) {
      const row = real[n % real.length] as PoolRow
      const token = byMint.get(row.mints.find(mint => mint !== wrappedNativeMint) ?? '')
      if (token === undefined) continue
      const mint = invented(`${row.address} token ${n}`)
      const mints = row.mints.map(one => (one === token.mint ? mint : one)) as [string, string]
      made.push({ ...row, address: invented(`${row.address} ${n}`), mints })
      madeTokens.push({ ...token, mint, symbol: `${token.symbol}${n}`, picture: `/pictures/${mint}.svg` })
    }
    return { pools: made, tokens: madeTokens }
  }
  return () => {
    const rows = list()
    if (rows.pools.length === 0) return rows
    copies ??= copy(rows)
    return { pools: [...rows.pools, ...copies.pools], tokens: [...rows.tokens, ...copies.tokens] }
  }
}

function pick(random: Random, count: number): number {
  const among = random() < 0.5 ? Math.max(1, Math.ceil(count / 5)) : count
  return Math.floor(random() * among)
}

function walkOf(walks: Map<string, Walk>, { mint, price }: Listed): Walk {
  const known = walks.get(mint)
  if (known !== undefined) return known
  const numerator = BigInt(price?.numerator ?? 1) * 10n ** 18n
  const walk = { mint, numerator: numerator / BigInt(price?.denominator ?? 1), denominator: 10n ** 18n }
  walks.set(mint, walk)
  return walk
}

/** Makes a step of the price as a trade of 0.01 to 2 SOL. */
function madeUpTrade(walk: Walk, random: Random, count: number): LiveTradeRow {
  const stepPpm = BigInt(Math.floor((random() * 2 - 1) * maxStepPpm))
  const stepped = (walk.numerator * (1_000_000n + stepPpm)) / 1_000_000n
  walk.numerator = stepped > 0n ? stepped : 1n
  const lamports = BigInt(Math.floor(10_000_000 + random() * 1_990_000_000))
  const nowSeconds = Math.floor(Date.now() / 1_000)
  return {
    signature: `madeUp${count}`,
    slot: count,
    timestampSeconds: nowSeconds,
    side: stepPpm < 0n ? 'sell' : 'buy',
    lamports: String(lamports),
    tokens: String((lamports * walk.denominator) / walk.numerator),
    owner: null,
    mint: walk.mint,
    price: { numerator: String(walk.numerator), denominator: String(walk.denominator) },
  }
}
