import { type Address, amountScale, wrappedNativeMint } from '@tern/core'
import { mulDiv } from '@tern/core/internal'
import type { Protocol, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { PoolDetailRow, PoolListRow, PoolPeriodRow, PoolRow, PoolTokenRow } from '../../data/poolRows.ts'
import type { Listing } from '../listing.ts'
import { aprBps, type Period, type PeriodStarts, periods } from './periods.ts'
import { countedSide, countedTvl, type PoolFacts, poolTypeOf } from './poolFacts.ts'
import type { FreshHour, Sums } from './poolStore.ts'

/** A pool, as the index names it. */
export interface IndexedPool {
  readonly pool: Address
  readonly protocol: Protocol
  readonly mints: readonly [Address, Address]
}

/** The followed pools with their state and the sums of their swaps, in memory. */
export interface PoolBook {
  list(): PoolListRow
  /** `undefined`: the pool is not followed. */
  get(pool: string): PoolDetail | undefined
  /** Returns the pools that trade a token, the most liquid first. */
  ofToken(mint: string): readonly IndexedPool[]
  /** Returns the pools that give LP tokens of these mints. */
  ofLpMints(mints: readonly string[]): readonly PoolDetail[]
  rows(pools: Iterable<string>): readonly PoolRow[]
  has(pool: string): boolean
  factsOf(pool: string): PoolFacts | undefined
  all(): readonly IndexedPool[]
  /** Returns the pools at these addresses. */
  named(pools: readonly string[]): readonly IndexedPool[]
  /** Adds pools with their tokens. A known pool stays as it is. */
  add(pools: readonly IndexedPool[], tokens: readonly PoolToken[]): void
  remove(pool: string): void
  setFacts(facts: PoolFacts): void
  /** Adds new swaps to the sums of the periods that their hours belong to. */
  count(fresh: readonly FreshHour[], starts: PeriodStarts): void
  /** Replaces the sums of pools. A pool without sums has no swap. @returns the pools whose sums changed. */
  setSums(pools: Iterable<string>, sums: ReadonlyMap<string, PeriodSums>): readonly string[]
  /** Returns the mints that have no token row yet. */
  unknownTokens(mints: readonly Address[]): readonly Address[]
}

/** A pool's details that are in memory. */
export type PoolDetail = Omit<PoolDetailRow, 'prices' | 'config'>

/** A token of a pool. These facts change rarely. */
export type PoolToken = Pick<
  Listing,
  'mint' | 'symbol' | 'name' | 'decimals' | 'program' | 'picture' | 'transferFeeBps' | 'scaling'
>

export type PeriodSums = Readonly<Record<Period, Sums>>

const none: Sums = { volume: 0n, fees: 0n, swaps: 0 }
const noSums: PeriodSums = { day: none, week: none, month: none }

interface Entry extends IndexedPool {
  facts: PoolFacts | undefined
  sums: PeriodSums
  /** Kept until the facts or the sums change, because a list has thousands of rows. Never kept for another unit than SOL. */
  row: PoolRow | undefined
}

/** Raw units for which `solPrice` counts lamports. */
const priceUnits = 10n ** 18n

/**
 * Creates an empty book. `now`: seconds since 1970.
 *
 * @param solPrice returns lamports for 10¹⁸ raw units of a mint. It values pools that do not trade against SOL.
 */
export function createPoolBook(solPrice: SolPrice, now: () => number): PoolBook {
  const entries = new Map<string, Entry>()
  const tokens = new Map<string, PoolToken>()
  const byLpMint = new Map<string, Entry>()

  const tokenRows = (mints: Iterable<string>) =>
    [...mints].flatMap(mint => {
      const token = tokens.get(mint)
      return token === undefined ? [] : tokenRow(token, now())
    })
  function detail(entry: Entry): PoolDetail | undefined {
    const [first, second] = tokenRows(entry.mints)
    return first && second && { ...detailRow(entry, solPrice), tokens: [first, second] }
  }

  return {
    list() {
      const used = new Set<string>()
      const pools: PoolRow[] = []
      for (const entry of entries.values()) {
        pools.push(poolRow(entry, solPrice))
        for (const mint of entry.mints) used.add(mint)
      }
      return { pools, tokens: tokenRows(used) }
    },
    get(pool) {
      const entry = entries.get(pool)
      return entry && detail(entry)
    },
    ofToken(mint) {
      const found = [...entries.values()].filter(({ mints }) => mints.some(one => one === mint))
      const tvls = new Map(found.map(entry => [entry, Number(poolRow(entry, solPrice).tvlLamports ?? 0)]))
      return found.sort((a, b) => (tvls.get(b) ?? 0) - (tvls.get(a) ?? 0))
    },
    ofLpMints: mints =>
      mints.flatMap(mint => {
        const entry = byLpMint.get(mint)
        return (entry && detail(entry)) ?? []
      }),
    rows: pools =>
      [...pools].flatMap(pool => {
        const entry = entries.get(pool)
        return entry ? poolRow(entry, solPrice) : []
      }),
    has: pool => entries.has(pool),
    factsOf: pool => entries.get(pool)?.facts,
    all: () => [...entries.values()],
    named: pools => pools.flatMap(pool => entries.get(pool) ?? []),
    add(pools, rows) {
      for (const row of rows) tokens.set(row.mint, row)
      for (const { pool, protocol, mints } of pools)
        if (!entries.has(pool))
          entries.set(pool, { pool, protocol, mints, facts: undefined, sums: noSums, row: undefined })
    },
    remove(pool) {
      const entry = entries.get(pool)
      entries.delete(pool)
      const lpMint = entry?.facts?.liquidityTokens?.mint
      if (lpMint !== undefined) byLpMint.delete(lpMint)
    },
    setFacts(facts) {
      const entry = entries.get(facts.address)
      if (entry === undefined || (entry.facts !== undefined && entry.facts.slot > facts.slot)) return
      entry.facts = facts
      entry.row = undefined
      if (facts.liquidityTokens !== undefined) byLpMint.set(facts.liquidityTokens.mint, entry)
    },
    count(fresh, starts) {
      for (const { pool, startSeconds, swaps, ...added } of fresh) {
        const entry = entries.get(pool)
        if (entry === undefined || swaps === 0) continue
        const plus = (period: Period): Sums => {
          const { volume, fees, swaps: known } = entry.sums[period]
          if (startSeconds < starts[period]) return entry.sums[period]
          return { volume: volume + added.volume, fees: fees + added.fees, swaps: known + swaps }
        }
        entry.sums = { day: plus('day'), week: plus('week'), month: plus('month') }
        entry.row = undefined
      }
    },
    setSums(pools, sums) {
      const changed: string[] = []
      for (const pool of pools) {
        const entry = entries.get(pool)
        if (entry === undefined) continue
        const next = sums.get(pool) ?? noSums
        if (periods.some(period => next[period].swaps !== entry.sums[period].swaps)) changed.push(pool)
        entry.sums = next
        entry.row = undefined
      }
      return changed
    },
    unknownTokens: mints => [...new Set(mints)].filter(mint => !tokens.has(mint)),
  }
}

/** Returns lamports for 10¹⁸ raw units of a mint, if its price is known. */
type SolPrice = (mint: Address) => bigint | undefined

/** Converts raw units of a mint to lamports, rounded down. */
function inLamports(amount: bigint, mint: Address, solPrice: SolPrice): bigint | undefined {
  if (mint === wrappedNativeMint) return amount
  const price = solPrice(mint)
  return price === undefined ? undefined : mulDiv(amount, price, priceUnits, 'floor')
}

function poolRow(entry: Entry, solPrice: SolPrice): PoolRow {
  if (entry.row !== undefined) return entry.row
  const row = newRow(entry, solPrice)
  if (entry.mints.includes(wrappedNativeMint)) entry.row = row
  return row
}

function newRow({ pool, protocol, mints, facts, sums }: Entry, solPrice: SolPrice): PoolRow {
  const mint = mints[countedSide(mints)]
  const tvl = facts && countedTvl(facts)
  const tvlLamports = tvl === undefined ? undefined : inLamports(tvl, mint, solPrice)
  const periodRow = (period: Period): PoolPeriodRow | null => {
    const { volume, fees, swaps } = sums[period]
    const volumeLamports = inLamports(volume, mint, solPrice)
    const feeLamports = inLamports(fees, mint, solPrice)
    if (swaps === 0 || volumeLamports === undefined || feeLamports === undefined) return null
    return {
      ...{ volumeLamports: String(volumeLamports), feeLamports: String(feeLamports) },
      // Fees and liquidity in the same unit: the price of the counted side cancels out.
      aprBps: tvl === undefined ? null : aprBps({ fees, tvl, period }),
    }
  }
  return {
    ...{ address: pool, protocol, type: poolTypeOf(protocol) ?? 'standard', mints },
    feePpm: facts?.fees?.allPpm ?? null,
    tvlLamports: tvlLamports === undefined ? null : String(tvlLamports),
    state: facts?.state ?? 'open',
    opensAtSeconds: facts?.opensAtSeconds ?? null,
    ...{ day: periodRow('day'), week: periodRow('week'), month: periodRow('month') },
  }
}

function detailRow(entry: Entry, solPrice: SolPrice): Omit<PoolDetail, 'tokens'> {
  const { facts } = entry
  const { price, reserves, liquidityTokens, slot } = facts ?? {}
  const venue: Venue = venues[entry.protocol]
  return {
    ...poolRow(entry, solPrice),
    program: venue.programs[0] ?? '',
    providersFeePpm: facts?.fees?.providersPpm ?? null,
    reserves: reserves === undefined ? null : [String(reserves[0]), String(reserves[1])],
    lpMint: liquidityTokens?.mint ?? null,
    lpSupply: liquidityTokens === undefined ? null : String(liquidityTokens.given),
    price: price === undefined ? null : { numerator: String(price.numerator), denominator: String(price.denominator) },
    slot: slot === undefined ? null : Number(slot),
  }
}

function tokenRow({ scaling, ...token }: PoolToken, nowSeconds: number): PoolTokenRow {
  const { mint, symbol, name, decimals, program, picture, transferFeeBps } = token
  const scale = amountScale(scaling, BigInt(nowSeconds))
  return {
    ...{ mint, symbol, name, decimals, program, picture, transferFeeBps },
    scale: scale === undefined ? null : { kind: scale.kind, multiplier: String(scale.multiplier) },
  }
}
