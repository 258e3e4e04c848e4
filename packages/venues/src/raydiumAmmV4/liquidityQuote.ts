import { squareRoot } from '../squareRoot.ts'
import type { AmmInfo } from './layout.ts'

/** A pool's state that deposits and withdrawals depend on. */
export interface LiquidityState
  extends Pick<
    AmmInfo,
    'coin_decimals' | 'pc_decimals' | 'sys_decimal_value' | 'pnl_numerator' | 'pnl_denominator' | 'lp_amount'
  > {
  /** Raw units that trade, see `reserves`. */
  readonly coin: bigint
  readonly pc: bigint
  /** `TargetOrders.calc_pnl_x` and `calc_pnl_y`: the pc and coin that count as no profit, in normalized units. */
  readonly calc_pnl_x: bigint
  readonly calc_pnl_y: bigint
}

/** The profit that Raydium takes before liquidity changes. Raw units. */
export interface Profit {
  readonly coin: bigint
  readonly pc: bigint
}

/** The amounts of a deposit or a withdrawal in raw units. */
export interface LiquidityAmounts {
  readonly coin: bigint
  readonly pc: bigint
  readonly lp: bigint
}

/** Converts raw units to the pool's common decimals, rounded down (`Calculator::normalize_decimal_v2`, math.rs). */
const normalized = (amount: bigint, decimals: bigint, system: bigint): bigint => (amount * system) / 10n ** decimals

/** Converts back, rounded down (`Calculator::restore_decimal`, math.rs). */
const restored = (amount: bigint, decimals: bigint, system: bigint): bigint => (amount * 10n ** decimals) / system

/**
 * Computes Raydium's share of a pool's profit. Before it changes the liquidity, the program moves this share out of the
 * reserves. `x` is the pc and `y` the coin, as in the program.
 *
 * @returns `undefined` if the program would fail with `CalcPnlError`: the reserves shrank.
 * @see `Processor::calc_take_pnl` (processor.rs)
 */
export function takeProfit(state: LiquidityState): Profit | undefined {
  const { coin, pc, calc_pnl_x, calc_pnl_y, sys_decimal_value: system } = state
  const x1 = normalized(pc, state.pc_decimals, system)
  const y1 = normalized(coin, state.coin_decimals, system)
  const basisPc = restored(calc_pnl_x, state.pc_decimals, system)
  const basisCoin = restored(calc_pnl_y, state.coin_decimals, system)
  if (x1 === 0n || y1 === 0n || pc * coin < basisPc * basisCoin) return undefined
  const x2 = squareRoot((calc_pnl_x * calc_pnl_y * x1) / y1)
  const y2 = (x2 * y1) / x1
  if (x2 > x1 || y2 > y1) return undefined
  const share = (difference: bigint, decimals: bigint) =>
    (restored(difference, decimals, system) * state.pnl_numerator) / state.pnl_denominator
  const taken = { pc: share(x1 - x2, state.pc_decimals), coin: share(y1 - y2, state.coin_decimals) }
  return taken.pc > 0n && taken.coin > 0n ? taken : { pc: 0n, coin: 0n }
}

/**
 * Quotes a deposit: `amount` of one side, the other side rounded up, and the LP tokens rounded down.
 * The LP tokens are a share of the pool's own count, not of the mint's supply.
 *
 * @param side the fixed side. `coin`: the program's `base_side` 0.
 * @returns `undefined` if the program would refuse it: the reserves shrank, or an amount is zero.
 * @see `Processor::process_deposit` (processor.rs)
 */
export function quoteDeposit(state: LiquidityState, side: 'coin' | 'pc', amount: bigint): LiquidityAmounts | undefined {
  const left = withoutProfit(state)
  if (left === undefined || amount === 0n || state.lp_amount === 0n) return undefined
  const [own, other] = side === 'coin' ? [left.coin, left.pc] : [left.pc, left.coin]
  if (own === 0n) return undefined
  const needed = (amount * other + own - 1n) / own
  const lp = (state.lp_amount * amount) / own
  if (needed === 0n || lp === 0n) return undefined
  return side === 'coin' ? { coin: amount, pc: needed, lp } : { coin: needed, pc: amount, lp }
}

/**
 * Quotes a withdrawal of `lp` tokens: both sides are rounded down.
 *
 * @param takesProfit `false` only for a pool of the status `withdrawOnly`.
 * @returns `undefined` if the program would refuse it: the reserves shrank, an amount is zero, or nothing would be left.
 * @see `Processor::process_withdraw` (processor.rs)
 */
export function quoteWithdrawal(state: LiquidityState, lp: bigint, takesProfit = true): LiquidityAmounts | undefined {
  const left = takesProfit ? withoutProfit(state) : state
  if (left === undefined || lp >= state.lp_amount) return undefined
  const coin = (left.coin * lp) / state.lp_amount
  const pc = (left.pc * lp) / state.lp_amount
  return coin > 0n && pc > 0n ? { coin, pc, lp } : undefined
}

function withoutProfit(state: LiquidityState): Profit | undefined {
  const taken = takeProfit(state)
  return taken && { coin: state.coin - taken.coin, pc: state.pc - taken.pc }
}
