import type { Address } from '@tern/core'
import { costOf, type Share } from '../../data/activity/poolShares.ts'
import type { LpPool } from '../../data/liquidity/lpPools.ts'
import type { TokenUnit } from '../../text/numberText.ts'

/** A share of a pool that the wallet holds as LP tokens. */
export interface LiquidityRow extends Pick<LpPool, 'pool'> {
  readonly lpMint: Address
  /** Raw units of LP tokens, and all of them. */
  readonly lp: bigint
  readonly lpSupply: bigint
  /** The amounts of the share now, in raw units. `null`: not read yet. */
  readonly amounts: readonly (TokenUnit & { readonly symbol: string; readonly amount: bigint })[] | null
  /** Lamports, rounded down. `null`: no price is known. */
  readonly value: bigint | null
  /** Lamports. `null` unless all of it was bought and deposited. */
  readonly unrealised: bigint | null
}

/**
 * Makes a row of every held LP token, the largest first.
 *
 * @param shares the shares by LP mint, as far as their deposits are known.
 */
export function liquidityRows(
  held: ReadonlyMap<Address, bigint>,
  pools: ReadonlyMap<Address, LpPool>,
  shares: ReadonlyMap<Address, Share>,
): readonly LiquidityRow[] {
  const rows = [...held].flatMap(([lpMint, lp]): readonly LiquidityRow[] => {
    const found = pools.get(lpMint)
    if (found === undefined || lp === 0n) return []
    const { pool, lpSupply, reserves } = found
    const partOf = (whole: bigint) => (lpSupply === 0n ? 0n : (whole * lp) / lpSupply)
    const value = pool.tvlLamports === null ? null : partOf(pool.tvlLamports)
    const share = shares.get(lpMint)
    const cost = share?.lp === lp ? costOf(share) : null
    return [
      {
        ...{ pool, lpMint, lp, lpSupply, value },
        amounts: reserves === null ? null : reserves.map(one => ({ ...one, amount: partOf(one.amount) })),
        unrealised: value === null || cost === null ? null : value - cost,
      },
    ]
  })
  return rows.sort((a, b) => ((a.value ?? -1n) < (b.value ?? -1n) ? 1 : -1))
}
