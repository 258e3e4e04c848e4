import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
import type { AmmInfo } from './layout.ts'

/** A single direction of a pool, ready to quote. */
export interface Curve {
  /** Raw units that trade: the vault's balance minus the profit that waits in it, see `reserves`. Likewise `reserveOut`. */
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  /** The fee on the input is `feeNumerator / feeDenominator`, below 1. */
  readonly feeNumerator: bigint
  readonly feeDenominator: bigint
}

/** Amounts of a swap in raw units. */
export interface SwapResult {
  /** Input that leaves the trader, including the fee. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Input that moves the price. */
  readonly inputSwapped: bigint
}

/**
 * Computes the reserves that trade: the vault balances minus Raydium's share of the profit.
 *
 * @returns raw units of coin and pc; negative if a vault holds less than it owes.
 * @see `Calculator::calc_total_without_take_pnl_no_orderbook` (math.rs)
 */
export function reserves(
  amm: Pick<AmmInfo, 'need_take_pnl_coin' | 'need_take_pnl_pc'>,
  coinVault: bigint,
  pcVault: bigint,
): readonly [bigint, bigint] {
  return [coinVault - amm.need_take_pnl_coin, pcVault - amm.need_take_pnl_pc]
}

/**
 * Quotes a swap of an exact input: the fee is rounded up, the output down.
 *
 * @param amountIn raw units, above 0 and within 64 bits.
 * @see `Processor::process_swap_base_in` (processor.rs), `Calculator::swap_token_amount_base_in` (math.rs)
 * @example
 * // Reserves of 1,000,000 in and 2,000,000 out, a fee of 25 / 10,000:
 * swapBaseIn(curve, 10_001n).amountOut // 19_752n raw units
 */
export function swapBaseIn(curve: Curve, amountIn: bigint): SwapResult {
  const inputSwapped = amountIn - ceilQuotient(amountIn, curve.feeNumerator, curve.feeDenominator)
  const amountOut = floorQuotient(inputSwapped, curve.reserveOut, curve.reserveIn + inputSwapped)
  return { amountIn, amountOut, inputSwapped }
}

/**
 * Quotes a swap for an exact output: both steps are rounded up.
 * Raydium's client rounds them down, so it asks for up to two units too few.
 *
 * @param amountOut raw units, within 64 bits.
 * @returns `undefined` if the output reaches `reserveOut`, or if the input exceeds 64 bits.
 * @see `Processor::process_swap_base_out` (processor.rs), `Calculator::swap_token_amount_base_out` (math.rs)
 * @example
 * // Reserves of 1,000,000 in and 2,000,000 out, a fee of 25 / 10,000:
 * swapBaseOut(curve, 19_752n)?.amountIn // 10_000n raw units
 */
export function swapBaseOut(curve: Curve, amountOut: bigint): SwapResult | undefined {
  const { reserveIn, reserveOut, feeNumerator, feeDenominator } = curve
  const left = reserveOut - amountOut
  if (left <= 0n) return undefined
  const inputSwapped = ceilQuotient(reserveIn, amountOut, left)
  if (!isU64(inputSwapped)) return undefined
  const amountIn = ceilQuotient(inputSwapped, feeDenominator, feeDenominator - feeNumerator)
  return isU64(amountIn) ? { amountIn, amountOut, inputSwapped } : undefined
}

function isU64(amount: bigint): boolean {
  return BigInt.asUintN(64, amount) === amount
}
