import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
import type { PoolState } from './layout.ts'

/**
 * Denominator of every fee rate: 1,000,000 is 100%.
 *
 * @see `FEE_RATE_DENOMINATOR_VALUE` (curve/fees.rs)
 */
export const rateDenominator = 1_000_000n

/**
 * A single direction of a pool, ready to quote. Rates are parts per million. `creatorFeeRate` is 0 if the pool takes no
 * creator fee.
 */
export interface Curve {
  /** Raw units that trade: the vault's balance minus the fees waiting in it, see `reserves`. Likewise `reserveOut`. */
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  readonly tradeFeeRate: bigint
  readonly protocolFeeRate: bigint
  readonly fundFeeRate: bigint
  readonly creatorFeeRate: bigint
  /** `true`: the creator fee is taken from the input. `false`: from the output. */
  readonly isCreatorFeeOnInput: boolean
}

/**
 * Amounts of a swap on the pool's side, in raw units.
 * The input counts after its mint's transfer fee, the output before its mint's transfer fee.
 *
 * @see `SwapResult` (curve/calculator.rs)
 */
export interface CurveResult {
  /** Input that the pool receives, including the pool's fees. */
  readonly inputAmount: bigint
  /** Output that the pool pays, after the pool's fees. */
  readonly outputAmount: bigint
  /** Input that moves the price: `inputAmount` minus the fees on the input. */
  readonly inputSwapped: bigint
  /** In the input token; includes `protocolFee` and `fundFee`. */
  readonly tradeFee: bigint
  readonly protocolFee: bigint
  readonly fundFee: bigint
  /** In the input or the output token, see `isCreatorFeeOnInput`. Never part of `tradeFee`. */
  readonly creatorFee: bigint
}

/**
 * Computes the reserves that trade: the vault balances minus the uncollected fees.
 *
 * @returns raw units of token 0 and token 1; negative if a vault holds less than the fees that it owes.
 * @see `vault_amount_without_fee` (states/pool.rs)
 */
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

/**
 * Checks if a swap pays the creator fee from its input.
 *
 * @param creatorFeeOn 0: always from the input. 1: always in token 0. 2: always in token 1.
 * @see `is_creator_fee_on_input` (states/pool.rs)
 */
export function isCreatorFeeOnInput(creatorFeeOn: number, direction: 'zeroForOne' | 'oneForZero'): boolean {
  return creatorFeeOn === 0 || (creatorFeeOn === 1) === (direction === 'zeroForOne')
}

/**
 * Returns the smallest amount that leaves `amount` after a fee of `rate` that is rounded up.
 *
 * @see `calculate_pre_fee_amount` (curve/fees.rs)
 */
function beforeFee(amount: bigint, rate: bigint): bigint {
  return rate === 0n ? amount : ceilQuotient(amount, rateDenominator, rateDenominator - rate)
}

/**
 * Returns the fee on `amount`, rounded up.
 *
 * @see `trading_fee`, `creator_fee` (curve/fees.rs)
 */
function feeOf(amount: bigint, rate: bigint): bigint {
  return (amount * rate + (rateDenominator - 1n)) / rateDenominator
}

/**
 * Returns a share of the trade fee, rounded down.
 *
 * @see `protocol_fee`, `fund_fee` (curve/fees.rs)
 */
export function partOf(tradeFee: bigint, rate: bigint): bigint {
  return (tradeFee * rate) / rateDenominator
}

function isU64(amount: bigint): boolean {
  return BigInt.asUintN(64, amount) === amount
}

/**
 * Returns the creator's share of a combined fee on the input, rounded down.
 * The program rounds the combined fee up once, then splits it. Two fees rounded up separately could take a unit more.
 *
 * @see `split_creator_fee` (curve/fees.rs)
 */
function creatorPart(inputFee: bigint, { creatorFeeRate, tradeFeeRate }: Curve): bigint {
  return (inputFee * creatorFeeRate) / (tradeFeeRate + creatorFeeRate)
}

/**
 * Quotes a swap of an exact input, with the program's rounding at every step.
 *
 * @param inputAmount raw units that reach the pool, within 64 bits.
 * @see `CurveCalculator::swap_base_input` (curve/calculator.rs)
 * @example
 * // Reserves of 1,000,000 in and 2,000,000 out, trade fee 0.25%, no creator fee:
 * swapBaseInput(curve, 10_001n).outputAmount // 19_752n raw units
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
 * Quotes a swap for an exact output, with the program's rounding at every step.
 *
 * @param outputAmount raw units that leave the pool, within 64 bits.
 * @returns `undefined` if the output plus any creator fee on it reaches `reserveOut`, or if the input exceeds 64 bits.
 * @see `CurveCalculator::swap_base_output` (curve/calculator.rs)
 * @example
 * // Reserves of 1,000,000 in and 2,000,000 out, trade fee 0.25%, no creator fee:
 * swapBaseOutput(curve, 19_752n)?.inputAmount // 10_000n raw units
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
