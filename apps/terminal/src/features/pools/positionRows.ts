import type { LiquidityPosition } from '@tern/client'
import { type Address, type Ratio, wrappedNativeMint } from '@tern/core'
import type { Entry } from '../../data/activity/useActivity.ts'
import { feesEarned } from '../../data/liquidity/feesEarned.ts'
import type { ListedPool, PoolToken } from '../../data/liquidity/listedPool.ts'
import { shownOrder } from '../../data/liquidity/pair.ts'
import { solPicture } from '../../data/swap/swapTokens.ts'
import { unitOf } from '../../text/sameName.ts'
import type { PoolWindow } from './listPools.ts'
import { worthOf } from './poolFigures.ts'

/** A share of a pool that the wallet holds. */
export interface PositionRow extends Pick<ListedPool, 'address' | 'tokens' | 'pair'> {
  /** The wallet's part of all LP tokens. */
  readonly share: Ratio
  readonly feePpm: number | null
  /** Lamports, rounded down. `null`: no price is known. */
  readonly value: bigint | null
  /** The part of `value` that fees have earned, in lamports, rounded down. `null`: not known. `undefined`: loading. */
  readonly fees: bigint | null | undefined
  /** `null`: not known. */
  readonly aprBps: number | null
}

/** The wallet's transactions, newest first, as far as they are read. */
interface Read {
  readonly entries: readonly Entry[] | undefined
  readonly isBehind: boolean
}

/** Makes a row of each of the wallet's positions, the largest value first. */
export function positionRows(
  positions: readonly LiquidityPosition[],
  {
    listed,
    read,
    window,
  }: { readonly listed: ReadonlyMap<string, ListedPool>; readonly read: Read; readonly window: PoolWindow },
): readonly PositionRow[] {
  const rows = positions.map((position): PositionRow => {
    const { pool, lpAmount } = position
    const known = listed.get(pool.address)
    const worth = worthOf(pool, lpAmount)
    const value = lamportsOf(position, worth, known)
    const period = known?.[window]
    return {
      ...(known ?? unlisted(pool)),
      share: { numerator: lpAmount, denominator: pool.lpSupply },
      feePpm: known?.feePpm ?? null,
      ...{ value, fees: value === null ? null : feesOf(position, worth, value, read) },
      // A listed pool without trades has earned nothing.
      aprBps: period === null ? 0 : (period?.aprBps ?? null),
    }
  })
  return rows.sort((a, b) => ((a.value ?? -1n) < (b.value ?? -1n) ? 1 : -1))
}

/** Names the tokens of a pool that the server does not list by their mints. */
function unlisted({ address, tokens }: LiquidityPosition['pool']): Pick<ListedPool, 'address' | 'tokens' | 'pair'> {
  const mints = [tokens[0].mint, tokens[1].mint] as const
  const named = (mint: Address): PoolToken =>
    mint === wrappedNativeMint
      ? { mint, symbol: 'SOL', picture: solPicture }
      : { mint, symbol: unitOf('', mint), picture: null }
  const [first, second] = shownOrder(mints)
  const pair = [named(mints[first]), named(mints[second])] as const
  return { address, tokens: pair, pair: `${pair[0].symbol}/${pair[1].symbol}` }
}

/** Both sides of a pool are worth the same at its own price, so SOL is half of the value. */
function lamportsOf(
  { pool, lpAmount }: LiquidityPosition,
  worth: readonly [bigint, bigint],
  known: ListedPool | undefined,
): bigint | null {
  const sol = pool.tokens.findIndex(({ mint }) => mint === wrappedNativeMint)
  if (sol !== -1) return 2n * (worth[sol] ?? 0n)
  const tvl = known?.tvlLamports
  return tvl == null || pool.lpSupply === 0n ? null : (tvl * lpAmount) / pool.lpSupply
}

function feesOf(
  { pool, lpAmount, amounts }: LiquidityPosition,
  worth: readonly [bigint, bigint],
  value: bigint,
  { entries, isBehind }: Read,
): bigint | null | undefined {
  // With a transfer fee, a deposit's amounts do not say how much of it arrived.
  if (amounts.some(({ transferFee }) => transferFee > 0n)) return null
  if (entries === undefined) return undefined
  const earned = feesEarned(pool, entries, lpAmount)
  if (earned === undefined) return isBehind ? undefined : null
  return worth[0] === 0n ? 0n : (value * earned[0]) / worth[0]
}

/** Adds up the known amounts. @returns `undefined` while an amount loads, `null` if every amount is unknown. */
export function sumOf(amounts: readonly (bigint | null | undefined)[]): bigint | null | undefined {
  if (amounts.includes(undefined)) return undefined
  const known = amounts.filter(amount => amount != null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0n)
}
