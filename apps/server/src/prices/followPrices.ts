import type { Chain } from '@tern/chain'
import { pause } from '@tern/chain/internal'
import { type FoundPool, findPools } from '@tern/client'
import { type Address, usdcMint, usdtMint } from '@tern/core'
import type { Protocol, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { Candidate } from '@tern/venues/internal/finder'
import { readPoolState } from '../indexer/poolState.ts'
import { createPriceBook, type PricedState } from './priceBook.ts'

interface Options {
  readonly candidatesOf: (mint: Address) => Promise<readonly Candidate[]>
  readonly kind: 'practice' | 'cluster'
}

/** On a cluster, these tokens' prices are always followed, because people hold their money in USDC and USDT. */
const always = [usdcMint, usdtMint]
/**
 * Interval of the search for a token's other pools, pause between two searches, and interval of reading these pools,
 * all in milliseconds.
 */
const paces = {
  practice: { searchedMs: 300_000, betweenMs: 100, readMs: 10_000 },
  cluster: { searchedMs: 600_000, betweenMs: 2_000, readMs: 20_000 },
}

interface OtherPool {
  readonly mint: Address
  readonly protocol: Protocol
  readonly pool: Address
}

/**
 * Follows the prices of the listed tokens, and of USDC and USDT on a cluster.
 * It uses the pools that the indexer follows, and the tokens' other pools, because the followed pool may not have the
 * highest price.
 */
export function createPriceFollower(chain: Chain, { candidatesOf, kind }: Options) {
  const book = createPriceBook()
  const { searchedMs, betweenMs, readMs } = paces[kind]
  const stopping = new AbortController()
  const { signal } = stopping
  const searchedAt = new Map<Address, number>()
  const others = new Map<Address, readonly OtherPool[]>()
  /** The pool of each token that the indexer lists and reads. */
  const followed = new Map<Address, Address>()
  let listed: () => readonly Address[] = () => []
  const wanted = () => [...(kind === 'cluster' ? always : []), ...listed()]

  function forgetGone(): void {
    const still = new Set(wanted())
    book.keepOnly(still)
    for (const known of [searchedAt, others, followed])
      for (const mint of known.keys()) if (!still.has(mint)) known.delete(mint)
  }

  async function search(mint: Address): Promise<void> {
    searchedAt.set(mint, performance.now())
    const found = await findPools({ chain }, mint, { listed: await candidatesOf(mint) })
    others.set(
      mint,
      found.map(({ pool }: FoundPool) => ({ mint, protocol: pool.protocol, pool: pool.address })),
    )
    await read(others.get(mint) ?? [])
  }

  async function read(found: readonly OtherPool[]): Promise<void> {
    const pools = found.filter(({ mint, pool }) => followed.get(mint) !== pool)
    if (pools.length === 0) return
    const asked = pools.map(({ protocol, pool, mint }) => {
      const readable: Venue = venues[protocol]
      return { readable, address: pool, mint }
    })
    const answers = await chain.readMany(asked, { maxAgeMs: readMs })
    for (const [i, { mint, pool }] of pools.entries()) {
      const [one, answer] = [asked[i], answers[i]]
      if (one !== undefined && answer !== undefined && 'value' in answer)
        book.setState({ mint, pool }, await readPoolState(chain, answer.value))
    }
  }

  async function repeat(everyMs: number, task: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      // A node that does not answer is asked again. Until then the prices age.
      await task().catch(() => {})
      await pause(everyMs, signal)
    }
  }

  const run = () => [
    repeat(betweenMs, async () => {
      forgetGone()
      const now = performance.now()
      const next = wanted().find(mint => now - (searchedAt.get(mint) ?? Number.NEGATIVE_INFINITY) >= searchedMs)
      if (next !== undefined) await search(next)
    }),
    repeat(readMs, () => read([...others.values()].flat())),
  ]

  let running: readonly Promise<void>[] = []
  return {
    prices: book.prices,
    units: book.units,
    /** Takes a new state of the pool that the indexer lists for a token. */
    onState(mint: Address, pool: Address, state: PricedState): void {
      followed.set(mint, pool)
      book.setState({ mint, pool, isListed: true }, state)
    },
    /** @param mints returns the listed tokens. */
    start(mints: () => readonly Address[]): void {
      listed = mints
      running = run()
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
