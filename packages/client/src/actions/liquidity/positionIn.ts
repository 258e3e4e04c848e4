import type { Clock } from '@tern/core'
import { noEarlierThan } from '@tern/core/internal'
import type { LiquidityPool, PaidAmount } from '@tern/venues'

/** A wallet's liquidity in a pool. */
export interface LiquidityPosition {
  readonly pool: LiquidityPool
  /** The wallet's LP tokens, in raw units. */
  readonly lpAmount: bigint
  /** The wallet's part of the pool in millionths, rounded down. */
  readonly sharePpm: number
  /** Both amounts that a withdrawal would pay now, with the program's rounding and after transfer fees. In the pool's order. */
  readonly amounts: readonly [PaidAmount, PaidAmount]
}

/**
 * Computes a wallet's liquidity in a pool, for LP tokens that are known. Pure.
 *
 * @param lpAmount raw units.
 * @example
 * positionIn(pool, 100_000n, clock).sharePpm // 100_000: a tenth of 1,000,000 LP tokens
 */
export function positionIn(pool: LiquidityPool, lpAmount: bigint, clock: Clock): LiquidityPosition {
  return {
    pool,
    lpAmount,
    sharePpm: pool.lpSupply === 0n ? 0 : Number((lpAmount * 1_000_000n) / pool.lpSupply),
    amounts: pool.worthOf(lpAmount, noEarlierThan(pool.slot, clock)),
  }
}
