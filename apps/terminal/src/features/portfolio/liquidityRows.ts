import type { Address } from '@tern/core'
import type { LpPool } from '../../data/liquidity/lpPools.ts'
import type { TokenUnit } from '../../text/numberText.ts'

/** A share of a pool that the wallet holds as LP tokens. */
export interface LiquidityRow extends Pick<LpPool, 'pool'> {
  /** Raw units of LP tokens, and all of them. */
  readonly lp: bigint
  readonly lpSupply: bigint
  /** The amounts of the share now, in raw units. `null`: not read yet. */
  readonly amounts: readonly (TokenUnit & { readonly symbol: string; readonly amount: bigint })[] | null
  /** Lamports, rounded down. `null`: no price is known. */
  readonly value: bigint | null
}

/** Makes a row of every held LP token, the largest first. */
export function liquidityRows(
  held: ReadonlyMap<Address, bigint>,
  pools: ReadonlyMap<Address, LpPool>,
): readonly LiquidityRow[] {
  const rows = [...held].flatMap(([mint, lp]): readonly LiquidityRow[] => {
    const found = pools.get(mint)
    if (found === undefined || lp === 0n) return []
    const { pool, lpSupply, reserves } = found
    const partOf = (whole: bigint) => (lpSupply === 0n ? 0n : (whole * lp) / lpSupply)
    return [
      {
        ...{ pool, lp, lpSupply },
        amounts: reserves === null ? null : reserves.map(one => ({ ...one, amount: partOf(one.amount) })),
        value: pool.tvlLamports === null ? null : partOf(pool.tvlLamports),
      },
    ]
  })
  return rows.sort((a, b) => ((a.value ?? -1n) < (b.value ?? -1n) ? 1 : -1))
}
