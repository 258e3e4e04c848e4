import type { PoolState } from './layout.ts'

/** Denominator of the partner's share (`FEE_DENOMINATOR`, dynamic-amm/src/constants.rs). */
export const feeDenominator = 100_000n

/** The fee rates of a pool. */
export type FeeRates = Pick<
  PoolState,
  | 'trade_fee_numerator'
  | 'trade_fee_denominator'
  | 'protocol_trade_fee_numerator'
  | 'protocol_trade_fee_denominator'
  | 'partner_fee_numerator'
>

/** Reads the fee rates of a pool from its account once, because every quote uses them. */
export function ratesOf(state: FeeRates): FeeRates {
  return {
    trade_fee_numerator: state.trade_fee_numerator,
    trade_fee_denominator: state.trade_fee_denominator,
    protocol_trade_fee_numerator: state.protocol_trade_fee_numerator,
    protocol_trade_fee_denominator: state.protocol_trade_fee_denominator,
    partner_fee_numerator: state.partner_fee_numerator,
  }
}

/**
 * Computes a fee, rounded down but at least one unit.
 * @see `calculate_fee` (dynamic-amm/src/state.rs)
 */
export function feeOf(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  if (numerator === 0n || amount === 0n) return 0n
  const fee = (amount * numerator) / denominator
  return fee === 0n ? 1n : fee
}

/** The fees on an input, in raw units of the input. */
export interface Fees {
  /** Stays in the pool. */
  readonly trade: bigint
  /** Leaves the input before the vault receives it. Includes the partner's share. */
  readonly protocol: bigint
}

/** Computes the fees on an input. The protocol's fee is a part of the trade fee. */
export function feesOn(rates: FeeRates, amountIn: bigint): Fees {
  const whole = feeOf(amountIn, rates.trade_fee_numerator, rates.trade_fee_denominator)
  const protocol = feeOf(whole, rates.protocol_trade_fee_numerator, rates.protocol_trade_fee_denominator)
  return { trade: whole - protocol, protocol }
}

/**
 * Returns the smallest input of which at least `rest` remains after the protocol's fee.
 *
 * The protocol's fee rises by at most one unit for a unit of the input, so the rest never falls.
 */
export function beforeProtocolFee(rates: FeeRates, rest: bigint): bigint {
  let amount = rest
  for (;;) {
    const next = rest + feesOn(rates, amount).protocol
    if (next === amount) return amount
    amount = next
  }
}
