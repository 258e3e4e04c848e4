/**
 * The curve's formula for damping term 31, with amounts in raw units.
 * No source is public. The interface description calls it the xyk formula of virtual SOL reserves. Trades recorded and
 * simulated on mainnet show its roundings: the new reserve is rounded down, in favour of the trader.
 */

/** Every token's supply in raw units. The product of the reserves is this times the virtual lamports. */
export const initialSupply = 1_000_000_000_000_000_000n
/** Denominator of fee rates: 10,000 basis points are 100%. */
const inOne = 10_000n

/** A curve, ready to quote. */
export interface Curve {
  readonly virtualSol: bigint
  readonly sol: bigint
  readonly token: bigint
  /** Lamports at which the curve is complete. */
  readonly target: bigint
  readonly feeBps: bigint
}

/** A trade as the program executes it. */
export interface CurveTrade {
  readonly tokenAmount: bigint
  /** Lamports that the curve takes or pays, without the fee. */
  readonly solAmount: bigint
  readonly fee: bigint
}

function feeOf(amount: bigint, bps: bigint): bigint {
  return (amount * bps) / inOne
}

/** Returns the lamports that are left to buy for. */
export function remainingSol({ target, sol }: Curve): bigint {
  return target > sol ? target - sol : 0n
}

/** Returns the token reserve for lamports in the curve, virtual lamports included. */
function tokensFor({ virtualSol }: Curve, sol: bigint): bigint {
  return (initialSupply * virtualSol) / sol
}

/** Returns the tokens that `solAmount` lamports without fee buy. 0 or less: no tokens. */
function tokensOut(curve: Curve, solAmount: bigint): bigint {
  return curve.token - tokensFor(curve, curve.virtualSol + curve.sol + solAmount)
}

/**
 * Quotes `buy_token` of `amount` lamports.
 * A buy that would pass the target takes only what is left, and the fee is then a part of the sum.
 */
export function buyForSol(curve: Curve, amount: bigint): CurveTrade {
  const fee = feeOf(amount, curve.feeBps)
  const solAmount = amount - fee
  const remaining = remainingSol(curve)
  if (solAmount <= remaining) return { tokenAmount: tokensOut(curve, solAmount), solAmount, fee }
  return {
    tokenAmount: tokensOut(curve, remaining),
    solAmount: remaining,
    fee: (remaining * curve.feeBps) / (inOne - curve.feeBps),
  }
}

/** Quotes `sell_token` of `amount`. The fee comes off the curve's payment. */
export function sellTokens(curve: Curve, amount: bigint): CurveTrade {
  const solAmount = curve.virtualSol + curve.sol - tokensFor(curve, curve.token + amount)
  return { tokenAmount: amount, solAmount, fee: feeOf(solAmount, curve.feeBps) }
}

/** Returns the smallest amount that leaves at least `wanted` after its fee, which is rounded down. */
function withFee(wanted: bigint, bps: bigint): bigint {
  return ((wanted - 1n) * inOne) / (inOne - bps) + 1n
}

/**
 * Returns the min lamports, fee included, that buy at least `wanted` tokens. The program has no such instruction.
 *
 * @returns `undefined` if the curve does not sell that many before it is complete.
 */
export function solFor(curve: Curve, wanted: bigint): bigint | undefined {
  const left = curve.token - wanted
  if (left < 0n) return undefined
  // The first reserve whose quotient is below `left + 1`.
  const reserve = tokensFor(curve, left + 1n) + 1n
  const before = curve.virtualSol + curve.sol
  const solAmount = reserve > before ? reserve - before : 1n
  return solAmount > remainingSol(curve) ? undefined : withFee(solAmount, curve.feeBps)
}

/**
 * Returns the fewest tokens whose sale pays at least `wanted` lamports after the fee. The program has no such
 * instruction.
 *
 * @returns `undefined` if the curve does not hold that much.
 */
export function tokensForSol(curve: Curve, wanted: bigint): bigint | undefined {
  const solAmount = withFee(wanted, curve.feeBps)
  if (solAmount > curve.sol) return undefined
  // The first reserve whose quotient is below the lamports that may stay, plus 1.
  const reserve = tokensFor(curve, curve.virtualSol + curve.sol - solAmount + 1n) + 1n
  return reserve > curve.token ? reserve - curve.token : 1n
}
