import { ceilDiv } from '@tern/core'
import type { PoolState } from './layout.ts'

/** Fee rates are parts of this (`FEE_RATE_DENOMINATOR_VALUE`, curve/fees.rs). */
export const rateDenominator = 1_000_000n

/** One direction of a pool, ready to quote. Rates are parts per million; `creatorFeeRate` is 0 where the pool takes none. */
export interface Curve {
  /** Raw units that trade: the vault's balance without the fees that wait in it. */
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  readonly tradeFeeRate: bigint
  readonly protocolFeeRate: bigint
  readonly fundFeeRate: bigint
  readonly creatorFeeRate: bigint
  /** Whether the creator's part is taken from what comes in, or from what goes out. */
  readonly isCreatorFeeOnInput: boolean
}

/** `SwapResult` (curve/calculator.rs). Raw units, transfer fees of the mints left out on both sides. */
export interface CurveResult {
  /** What the pool takes, every fee in it. */
  readonly inputAmount: bigint
  /** What the pool pays. */
  readonly outputAmount: bigint
  /** What of `inputAmount` moves the price. */
  readonly inputSwapped: bigint
  /** Of the input token, the protocol's and the fund's part in it. */
  readonly tradeFee: bigint
  readonly protocolFee: bigint
  readonly fundFee: bigint
  /** Of the input or the output token, see `isCreatorFeeOnInput`. */
  readonly creatorFee: bigint
}

/** `vault_amount_without_fee` (states/pool.rs). Negative where the vault does not cover what it owes. */
export function reserves(
  pool: Pick<
    PoolState,
    | 'protocol_fees_token_0'
    | 'protocol_fees_token_1'
    | 'fund_fees_token_0'
    | 'fund_fees_token_1'
    | 'creator_fees_token_0'
    | 'creator_fees_token_1'
  >,
  vault0: bigint,
  vault1: bigint,
): readonly [bigint, bigint] {
  return [
    vault0 - pool.protocol_fees_token_0 - pool.fund_fees_token_0 - pool.creator_fees_token_0,
    vault1 - pool.protocol_fees_token_1 - pool.fund_fees_token_1 - pool.creator_fees_token_1,
  ]
}

/** `is_creator_fee_on_input` (states/pool.rs). `creatorFeeOn`: 0 both tokens, 1 only token 0, 2 only token 1. */
export function isCreatorFeeOnInput(creatorFeeOn: number, direction: 'zeroForOne' | 'oneForZero'): boolean {
  return creatorFeeOn === 0 || (creatorFeeOn === 1) === (direction === 'zeroForOne')
}

/** `calculate_pre_fee_amount` (curve/fees.rs): the least amount of which `amount` is left, rounded up. */
function beforeFee(amount: bigint, rate: bigint): bigint {
  return rate === 0n ? amount : ceilDiv(amount * rateDenominator, rateDenominator - rate)
}

/** `trading_fee` and `creator_fee` (curve/fees.rs), rounded up. */
function feeOf(amount: bigint, rate: bigint): bigint {
  return rate === 0n ? 0n : (amount * rate + rateDenominator - 1n) / rateDenominator
}

/** `CurveCalculator::swap_base_input` (curve/calculator.rs): the program's rounding, step by step. */
export function swapBaseInput(curve: Curve, inputAmount: bigint): CurveResult {
  const { tradeFeeRate, creatorFeeRate, isCreatorFeeOnInput } = curve
  const takesCreatorFee = creatorFeeRate !== 0n
  let tradeFee: bigint
  let creatorFee = 0n
  let inputSwapped: bigint
  if (isCreatorFeeOnInput && takesCreatorFee) {
    const totalFee = feeOf(inputAmount, tradeFeeRate + creatorFeeRate)
    creatorFee = (totalFee * creatorFeeRate) / (tradeFeeRate + creatorFeeRate)
    tradeFee = totalFee - creatorFee
    inputSwapped = inputAmount - totalFee
  } else {
    tradeFee = feeOf(inputAmount, tradeFeeRate)
    inputSwapped = inputAmount - tradeFee
  }
  let outputAmount = (inputSwapped * curve.reserveOut) / (curve.reserveIn + inputSwapped)
  if (!isCreatorFeeOnInput && takesCreatorFee) {
    creatorFee = feeOf(outputAmount, creatorFeeRate)
    outputAmount -= creatorFee
  }
  return {
    inputAmount,
    outputAmount,
    inputSwapped,
    tradeFee,
    protocolFee: (tradeFee * curve.protocolFeeRate) / rateDenominator,
    fundFee: (tradeFee * curve.fundFeeRate) / rateDenominator,
    creatorFee,
  }
}

/**
 * `CurveCalculator::swap_base_output` (curve/calculator.rs): the program's rounding, step by step.
 * `undefined` when the pool does not have that much.
 */
export function swapBaseOutput(curve: Curve, outputAmount: bigint): CurveResult | undefined {
  const { tradeFeeRate, creatorFeeRate, isCreatorFeeOnInput } = curve
  const takesCreatorFee = creatorFeeRate !== 0n
  const leaving = isCreatorFeeOnInput ? outputAmount : beforeFee(outputAmount, creatorFeeRate)
  const left = curve.reserveOut - leaving
  if (left <= 0n) return undefined
  const inputSwapped = ceilDiv(curve.reserveIn * leaving, left)
  let creatorFee = leaving - outputAmount
  let inputAmount: bigint
  let tradeFee: bigint
  if (isCreatorFeeOnInput && takesCreatorFee) {
    inputAmount = beforeFee(inputSwapped, tradeFeeRate + creatorFeeRate)
    const totalFee = inputAmount - inputSwapped
    creatorFee = (totalFee * creatorFeeRate) / (tradeFeeRate + creatorFeeRate)
    tradeFee = totalFee - creatorFee
  } else {
    inputAmount = beforeFee(inputSwapped, tradeFeeRate)
    tradeFee = inputAmount - inputSwapped
  }
  return {
    inputAmount,
    outputAmount,
    inputSwapped,
    tradeFee,
    protocolFee: (tradeFee * curve.protocolFeeRate) / rateDenominator,
    fundFee: (tradeFee * curve.fundFeeRate) / rateDenominator,
    creatorFee,
  }
}

/**
 * `ConstantProductCurve::lp_tokens_to_trading_tokens` (curve/constant_product.rs): what `lpAmount` of `lpSupply` stands for.
 * `ceil` is for deposits: it leaves a 0 at 0, which the program then refuses.
 */
export function lpToTokens(
  lpAmount: bigint,
  lpSupply: bigint,
  reserve0: bigint,
  reserve1: bigint,
  rounding: 'floor' | 'ceil',
): readonly [bigint, bigint] {
  const part = (reserve: bigint) => {
    const product = lpAmount * reserve
    const amount = product / lpSupply
    return rounding === 'ceil' && amount > 0n && amount * lpSupply !== product ? amount + 1n : amount
  }
  return [part(reserve0), part(reserve1)]
}
