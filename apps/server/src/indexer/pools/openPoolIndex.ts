import type { Chain } from '@tern/chain'
import { type Address, formatDecimal, tokenProgram, wrappedNativeMint } from '@tern/core'
import { mulDiv } from '@tern/core/internal'
import type { Pool, Protocol } from '@tern/venues'
import { createEmitter, type Feed } from '../../data/emitter.ts'
import type { PoolRow } from '../../data/poolRows.ts'
import type { Database } from '../../database/database.ts'
import type { Queue } from '../../database/queue.ts'
import type { Listing } from '../listing.ts'
import type { Describe } from '../tokenList.ts'
import { hourSeconds, periodStarts } from './periods.ts'
import { createPoolBook, type IndexedPool, type PoolBook, type PoolToken } from './poolBook.ts'
import type { FoundChange, FoundSwap, PoolChange } from './poolChanges.ts'
import { countedSide, type PoolFacts, poolTypeOf } from './poolFacts.ts'
import { createPoolReader, factsOf } from './poolReader.ts'
import { createPoolStore, type PoolStore } from './poolStore.ts'

/** Interval of the reports of changed pools, in milliseconds. */
const reportMs = 1_000
/** Interval of the check for a new hour, in milliseconds. */
const hourCheckMs = 10_000

interface IndexOptions {
  readonly chain: Chain
  readonly database: Database
  readonly kind: 'practice' | 'cluster'
  /** Time between two turns of reading changed pools, in milliseconds. */
  readonly readMs: number
  /** The writer's queue. */
  readonly queue: Queue
  /** Returns lamports for 10¹⁸ raw units of a mint, if its price is known. */
  readonly solPrice: (mint: Address) => bigint | undefined
  readonly listingOf: (mint: Address) => Listing | undefined
  readonly describe: Describe
  /** Retries the first read of the tokens. @default it is read once */
  readonly persist?: <Answer>(read: () => Promise<Answer>) => Promise<Answer>
  /** Seconds since 1970. @default this machine's clock */
  readonly now?: () => number
}

/**
 * The index of pools: reserves, liquidity, volume, fees and APR. It follows their swaps, deposits and withdrawals.
 * Amounts are exact. Each rate in parts per million and each share of an amount is rounded down.
 */
export interface PoolIndex {
  readonly book: PoolBook
  readonly store: PoolStore
  /** The rows of pools that changed. */
  readonly changed: Feed<readonly PoolRow[]>
  /**
   * Stores the changes of transactions. On the practice chain it also adds pools that it does not know.
   * Call it only from a task of the queue.
   *
   * @throws TernError `rpc/*`: a new pool could not be read now.
   */
  take(found: readonly FoundChange[]): Promise<void>
  /** Deletes the changes of transactions that a fork undid. Call it only from a task of the queue. */
  takeBack(signatures: readonly string[]): Promise<void>
  /** Takes a pool that was read just now. Adds it if it is not known. */
  meet(pool: Pool): Promise<void>
  /** Deletes a pool with its changes. Call it only from a task of the queue. */
  forget(pool: Address): Promise<void>
  stop(): Promise<void>
}

export async function openPoolIndex(options: IndexOptions): Promise<PoolIndex> {
  const { chain, database, kind, readMs, queue, solPrice, listingOf, describe } = options
  const { persist = read => read(), now = () => Math.floor(Date.now() / 1_000) } = options
  const store = createPoolStore(database)
  const book = createPoolBook(solPrice, now)
  const changed = createEmitter<readonly PoolRow[]>('nothing')
  const unreported = new Set<string>()
  const countedToSlot = new Map<string, number>()
  const meeting = new Map<Address, Promise<void>>()
  let summedHour = 0

  const starts = () => periodStarts(now())
  const report = (pools: Iterable<string>) => {
    for (const pool of pools) unreported.add(pool)
  }
  const onFacts = (facts: PoolFacts) => {
    book.setFacts(facts)
    report([facts.address])
  }

  const kept = await store.readPools()
  for (const { pool, countedToSlot: slot } of kept) countedToSlot.set(pool, slot)
  book.add(kept, await persist(() => tokensOf(kept)))
  await sumUp()

  const reader = createPoolReader({ chain, everyMs: readMs, all: book.all, onFacts })
  const reporting = setInterval(() => {
    if (unreported.size === 0) return
    const rows = book.rows(unreported)
    unreported.clear()
    changed.emit(rows)
  }, reportMs)
  const hourly = setInterval(() => {
    if (now() - (now() % hourSeconds) === summedHour) return
    // If the database is down, the next check repeats it.
    void queue
      .run(async () => {
        report(await sumUp())
        for (const [pool, slot] of await store.prune(now())) countedToSlot.set(pool, slot)
      })
      .catch(() => {})
  }, hourCheckMs)

  /** Reads all sums again. @returns the pools whose sums changed. */
  async function sumUp(): Promise<readonly string[]> {
    const hour = now() - (now() % hourSeconds)
    const changedPools = book.setSums(
      book.all().map(({ pool }) => pool),
      await store.readSums(periodStarts(hour)),
    )
    summedHour = hour
    return changedPools
  }

  /** Reads the tokens of pools that the book does not know. */
  async function tokensOf(pools: readonly IndexedPool[]): Promise<readonly PoolToken[]> {
    const unknown = book.unknownTokens(pools.flatMap(({ mints }) => mints))
    const listed = unknown.flatMap(mint => (mint === wrappedNativeMint ? sol : (listingOf(mint) ?? [])))
    const known = new Set(listed.map(({ mint }) => mint))
    const launched = pools.flatMap(({ pool, protocol, mints }) =>
      mints
        .filter(mint => unknown.includes(mint) && !known.has(mint))
        .map(mint => ({ mint, pool, protocol, createdAtSeconds: null })),
    )
    return [...listed, ...(launched.length === 0 ? [] : await describe(launched))]
  }

  async function add(facts: readonly PoolFacts[]): Promise<void> {
    const found = facts
      .filter(({ address }) => !book.has(address))
      .map(({ address: pool, protocol, tokens }) => ({
        pool,
        protocol,
        mints: [tokens[0].mint, tokens[1].mint] as const,
      }))
    if (found.length > 0) {
      const tokens = await tokensOf(found)
      await store.keep(found.map(pool => ({ ...pool, countedToSlot: 0 })))
      book.add(found, tokens)
    }
    for (const one of facts) onFacts(one)
  }

  /** Reads the pools of changes that were not read yet. On the practice chain, adds the new ones. */
  async function readUnknown(changes: readonly FoundChange[]): Promise<void> {
    const unknown = new Map<Address, Protocol>()
    for (const { pool, protocol } of changes)
      if (book.factsOf(pool) === undefined && (kind === 'practice' || book.has(pool))) unknown.set(pool, protocol)
    if (unknown.size === 0) return
    await add((await reader.read([...unknown].map(([pool, protocol]) => ({ pool, protocol })))).facts)
  }

  async function removeMissing(pools: readonly Address[]): Promise<void> {
    const { facts, missing } = await reader.read(book.named(pools))
    for (const one of facts) onFacts(one)
    for (const pool of missing) await forget(pool)
  }

  async function forget(pool: Address): Promise<void> {
    await store.forget(pool)
    book.remove(pool)
    reader.forget(pool)
    countedToSlot.delete(pool)
  }

  return {
    book,
    store,
    changed,
    async take(found) {
      const ofPools = found.filter(({ protocol }) => poolTypeOf(protocol) !== undefined)
      if (ofPools.length === 0) return
      await readUnknown(ofPools)
      const changes = ofPools
        .filter(({ pool, slot }) => book.has(pool) && slot >= (countedToSlot.get(pool) ?? 0))
        .flatMap(change => toChange(change, book.factsOf(change.pool)) ?? [])
      const fresh = await store.record(changes)
      book.count(fresh, starts())
      const pools = [...new Set(fresh.map(({ pool }) => pool))]
      reader.touch(book.named(pools))
      report(pools)
    },
    async takeBack(signatures) {
      const pools = await store.takeBack(signatures)
      if (pools.length === 0) return
      report(book.setSums(pools, await store.readSums(starts(), pools)))
      // If the node does not answer now, the next turns read the pools.
      await removeMissing(pools).catch(() => reader.touch(book.named(pools)))
    },
    async meet(pool) {
      const facts = await factsOf(chain, pool)
      if (facts === undefined) return
      if (book.has(facts.address)) return onFacts(facts)
      const begun = meeting.get(facts.address) ?? queue.run(() => add([facts]))
      meeting.set(facts.address, begun)
      await begun.finally(() => meeting.delete(facts.address))
    },
    forget,
    async stop() {
      clearInterval(reporting)
      clearInterval(hourly)
      await reader.stop()
    },
  }
}

/** Counts a change by its pool. @returns `undefined` for a swap if the pool is unknown or has other mints. */
function toChange({ protocol: _, swap, ...found }: FoundChange, facts: PoolFacts | undefined): PoolChange | undefined {
  if (swap === undefined) return { ...found, volume: 0n, fees: 0n }
  const mints = facts && ([facts.tokens[0].mint, facts.tokens[1].mint] as const)
  if (mints === undefined || !mints.includes(swap.mintIn) || !mints.includes(swap.mintOut)) return undefined
  const volume = mints[countedSide(mints)] === swap.mintIn ? swap.amountIn : swap.amountOut
  const fees = mulDiv(volume, BigInt(facts?.fees?.providersPpm ?? 0), 1_000_000n, 'floor')
  return { ...found, volume, fees, price: priceOf(swap, mints[0]) }
}

/** SOL as a token of a pool: its wrapped form. */
const sol: PoolToken = {
  mint: wrappedNativeMint,
  symbol: 'SOL',
  name: 'Solana',
  decimals: 9,
  program: tokenProgram,
  picture: null,
  transferFeeBps: null,
  scaling: {},
}

/** Converts a price to raw units of the second token per raw unit of the first. */
function priceOf({ mintIn, priceAfter }: FoundSwap, first: Address): string | undefined {
  if (priceAfter === undefined || priceAfter.numerator <= 0n || priceAfter.denominator <= 0n) return undefined
  const { numerator, denominator } = priceAfter
  const price = mintIn === first ? priceAfter : { numerator: denominator, denominator: numerator }
  return formatDecimal(price, { significant: 18 }, { rounding: 'floor' })
}
