import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
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
  return rate === 0n ? amount : ceilQuotient(amount, rateDenominator, rateDenominator - rate)
}

/** `trading_fee` and `creator_fee` (curve/fees.rs), rounded up. */
function feeOf(amount: bigint, rate: bigint): bigint {
  return (amount * rate + (rateDenominator - 1n)) / rateDenominator
}

/** `protocol_fee` and `fund_fee` (curve/fees.rs): a part of the trade fee, rounded down. */
export function partOf(tradeFee: bigint, rate: bigint): bigint {
  return (tradeFee * rate) / rateDenominator
}

function isU64(amount: bigint): boolean {
  return BigInt.asUintN(64, amount) === amount
}

/** `split_creator_fee` (curve/fees.rs), rounded down: the creator's part of the fees on the input. */
function creatorPart(inputFee: bigint, { creatorFeeRate, tradeFeeRate }: Curve): bigint {
  return (inputFee * creatorFeeRate) / (tradeFeeRate + creatorFeeRate)
}

/**
 * `CurveCalculator::swap_base_input` (curve/calculator.rs): the program's rounding, step by step.
 * @param inputAmount a 64-bit amount.
 */
export function swapBaseInput(curve: Curve, inputAmount: bigint): CurveResult {
  const { reserveIn, creatorFeeRate } = curve
  const takesCreatorFee = creatorFeeRate !== 0n
  const onInput = takesCreatorFee && curve.isCreatorFeeOnInput
  const inputFee = feeOf(inputAmount, onInput ? curve.tradeFeeRate + creatorFeeRate : curve.tradeFeeRate)
  const inputSwapped = inputAmount - inputFee
  const outputSwapped = floorQuotient(inputSwapped, curve.reserveOut, reserveIn + inputSwapped)
  const creatorFee = !takesCreatorFee
    ? 0n
    : onInput
      ? creatorPart(inputFee, curve)
      : feeOf(outputSwapped, creatorFeeRate)
  const tradeFee = onInput ? inputFee - creatorFee : inputFee
  return {
    inputAmount,
    outputAmount: takesCreatorFee && !onInput ? outputSwapped - creatorFee : outputSwapped,
    inputSwapped,
    tradeFee,
    protocolFee: partOf(tradeFee, curve.protocolFeeRate),
    fundFee: partOf(tradeFee, curve.fundFeeRate),
    creatorFee,
  }
}

/**
 * `CurveCalculator::swap_base_output` (curve/calculator.rs): the program's rounding, step by step.
 * `undefined` when the pool does not have that much, or 64 bits do not hold what it would take.
 * @param outputAmount a 64-bit amount.
 */
export function swapBaseOutput(curve: Curve, outputAmount: bigint): CurveResult | undefined {
  const { tradeFeeRate, creatorFeeRate } = curve
  const takesCreatorFee = creatorFeeRate !== 0n
  const onInput = takesCreatorFee && curve.isCreatorFeeOnInput
  const onOutput = takesCreatorFee && !onInput
  const outputSwapped = onOutput ? beforeFee(outputAmount, creatorFeeRate) : outputAmount
  const left = curve.reserveOut - outputSwapped
  if (left <= 0n) return undefined
  const inputSwapped = ceilQuotient(curve.reserveIn, outputSwapped, left)
  if (!isU64(inputSwapped)) return undefined
  const inputAmount = beforeFee(inputSwapped, onInput ? tradeFeeRate + creatorFeeRate : tradeFeeRate)
  if (!isU64(inputAmount)) return undefined
  const inputFee = inputAmount - inputSwapped
  const creatorFee = onInput ? creatorPart(inputFee, curve) : onOutput ? outputSwapped - outputAmount : 0n
  const tradeFee = onInput ? inputFee - creatorFee : inputFee
  return {
    inputAmount,
    outputAmount,
    inputSwapped,
    tradeFee,
    protocolFee: partOf(tradeFee, curve.protocolFeeRate),
    fundFee: partOf(tradeFee, curve.fundFeeRate),
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
