import type { Ratio } from '@tern/core'
import { reservesPrice } from '../price.ts'
import { squareRoot } from '../squareRoot.ts'
import type { CurveAccount, CurveType } from './layout.ts'

// The program's source is not public. The curve classes of @heliofi/launchpad-common 1.6.25 show the formulas. A trade on
// a constant product and six simulations on a linear curve, all on mainnet, show the roundings and where the fee applies.

/** Basis points in one. */
const inOne = 10_000n
const lamportsInSol = 1_000_000_000n
/** The linear and the flat curve count in decimals of 28 places. */
const places = 10n ** 28n

/** Each type's share of the supply that completes it, unless its market cap does, and the max that it sells. */
const sharesInPpm: Readonly<Record<CurveType, { readonly complete?: bigint; readonly max: bigint }>> = {
  linearV1: { complete: 550_000n, max: 650_000n },
  constantProductV1: { max: 820_000n },
  constantProductV2: { max: 820_000n },
  flatV1: { complete: 490_000n, max: 499_900n },
}
const million = 1_000_000n

/** Virtual reserves at the start. */
const virtualReserves = {
  constantProductV1: { token: 1_073_000_000_000_000_000n, sol: 30_000_000_000n },
  constantProductV2: { token: 1_060_000_000_000_000_000n, sol: 14_000_000_000n },
} as const

/** A curve's formula with its numbers. Lamports are without fees. */
export interface Formula {
  /** The tokens that lamports buy. 0 or less: no tokens. */
  tokensFor(lamports: bigint): bigint
  /** The cost of tokens. 0: the program refuses. */
  costOf(tokens: bigint): bigint
  /** The payment for tokens, at most for all tokens sold. */
  paymentFor(tokens: bigint): bigint
  /** The tokens whose payment is `lamports`. */
  tokensPaidBy(lamports: bigint): bigint
  /** Lamports for a raw token now. */
  readonly price: Ratio
  /** Reports if a curve that has sold so many tokens is complete. */
  isComplete(sold: bigint): boolean
  /** Tokens sold at which the curve is complete; approximate for a constant product. */
  readonly goal: bigint
}

/** A curve, ready to quote. */
export interface Curve extends Formula {
  readonly sold: bigint
  /** Tokens that may still be sold. */
  readonly left: bigint
  readonly feeBps: bigint
}

/** A trade as the program executes it. */
export interface CurveTrade {
  readonly tokenAmount: bigint
  /** Lamports that the curve takes or pays, without the fee. */
  readonly solAmount: bigint
  readonly fee: bigint
}

/** Prepares a curve. `undefined`: its numbers make no price. */
export function prepareCurve(type: CurveType, account: CurveAccount, feeBps: bigint): Curve | undefined {
  const { total_supply: supply, curve_amount: unsold } = account
  const sold = supply - unsold
  if (sold < 0n || supply === 0n) return undefined
  const formula = formulaOf(type, account, sold)
  if (formula === undefined) return undefined
  const max = (supply * sharesInPpm[type].max) / million
  return { ...formula, sold, left: max > sold ? max - sold : 0n, feeBps }
}

function formulaOf(type: CurveType, account: CurveAccount, sold: bigint): Formula | undefined {
  if (type === 'linearV1') return linear(account, sold)
  if (type === 'flatV1') return flat(account)
  return constantProduct(virtualReserves[type], account, sold)
}

/** `ConstantProductCurve`. */
function constantProduct(
  virtual: { readonly token: bigint; readonly sol: bigint },
  { marketcap_threshold: threshold }: CurveAccount,
  sold: bigint,
): Formula | undefined {
  const product = virtual.token * virtual.sol
  const token = virtual.token - sold
  if (token <= 0n) return undefined
  const sol = product / token
  // The market cap is the price times the sold tokens: p · k / (v − p)², for p sold and v virtual tokens.
  const b = 2n * threshold * virtual.token + product
  const root = squareRoot(b * b - 4n * threshold * threshold * virtual.token * virtual.token)
  return {
    tokensFor: lamports => token - product / (sol + lamports),
    costOf: tokens => product / (token - tokens) - sol,
    paymentFor: tokens => sol - product / (token + tokens),
    tokensPaidBy: lamports => product / (sol - lamports) - token,
    price: reservesPrice(token, sol),
    isComplete(sold) {
      const left = virtual.token - sold
      return left <= 0n || (product / left) * sold >= threshold * left
    },
    goal: threshold === 0n ? 0n : (b - root) / (2n * threshold),
  }
}

/**
 * `LinearCurveV1`: the price rises by `slope` with each token, in SOL for whole tokens.
 * The program counts in decimals of 28 places that round half to even, and solves
 * slope / 2 · n² + price · n = SOL for the tokens n. Three simulated buys show these steps to the unit.
 */
function linear(
  { total_supply: supply, decimals, marketcap_threshold: threshold, coef_b }: CurveAccount,
  sold: bigint,
): Formula | undefined {
  const unit = 10n ** BigInt(decimals)
  const base = (BigInt(coef_b) * places) / lamportsInSol
  // At 55% of the supply, the price times the sold tokens is the threshold.
  const average = evenQuotient(threshold * places * 100n * unit, lamportsInSol * supply * 55n)
  const slope = evenQuotient((average - base) * 100n * unit, supply * 55n)
  if (slope <= 0n) return undefined
  const price = evenQuotient(slope * sold, unit) + base
  const square = evenQuotient(price * price, places)
  const scale = 2n * unit * unit * places
  /** Lamports of `tokens`, times `scale`, if twice the middle of them is sold. */
  const scaledCost = (tokens: bigint, twiceMiddle: bigint) =>
    tokens * (slope * twiceMiddle + 2n * base * unit) * lamportsInSol
  const tokensOf = (length: bigint) => (evenQuotient(length * places, slope) * unit) / places
  return {
    tokensFor(lamports) {
      const root = evenRoot((square + evenQuotient(2n * slope * lamports, lamportsInSol)) * places)
      return tokensOf(root - price)
    },
    // The official client rounds half up.
    costOf: tokens => (2n * scaledCost(tokens, 2n * sold + tokens) + scale) / (2n * scale),
    paymentFor: tokens => scaledCost(tokens, 2n * sold - tokens) / scale,
    tokensPaidBy(lamports) {
      const rest = square - evenQuotient(2n * slope * lamports, lamportsInSol)
      return tokensOf(price - evenRoot((rest > 0n ? rest : 0n) * places)) + 1n
    },
    price: { numerator: (slope * sold + base * unit) * lamportsInSol, denominator: places * unit * unit },
    ...completeAt((supply * (sharesInPpm.linearV1.complete ?? 0n)) / million),
  }
}

/** `FlatCurveV1`: the threshold is the price of 49% of the supply. */
function flat({ total_supply: supply, decimals, marketcap_threshold: collected }: CurveAccount): Formula | undefined {
  const unit = 10n ** BigInt(decimals)
  const sold = supply * (sharesInPpm.flatV1.complete ?? 0n)
  // In SOL for a whole token, rounded half up.
  const [numerator, denominator] = [collected * places * unit * million, lamportsInSol * sold]
  const price = (2n * numerator + denominator) / (2n * denominator)
  if (price === 0n) return undefined
  const [inTokens, inLamports] = [places * unit, price * lamportsInSol]
  const costOf = (tokens: bigint) => (tokens * inLamports) / inTokens
  const tokensFor = (lamports: bigint) => (lamports * inTokens) / inLamports
  return {
    ...{ tokensFor, costOf, paymentFor: costOf, tokensPaidBy: tokensFor },
    price: { numerator: inLamports, denominator: inTokens },
    ...completeAt(sold / million),
  }
}

function completeAt(goal: bigint): Pick<Formula, 'isComplete' | 'goal'> {
  return { isComplete: sold => sold >= goal, goal }
}

/** Divides a value of any sign, rounded to nearest, and half to even. */
function evenQuotient(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -evenQuotient(-numerator, denominator)
  const quotient = numerator / denominator
  const twice = 2n * (numerator - quotient * denominator)
  return twice > denominator || (twice === denominator && (quotient & 1n) === 1n) ? quotient + 1n : quotient
}

/** Computes a square root, rounded to nearest. No root lies halfway. */
function evenRoot(value: bigint): bigint {
  const root = squareRoot(value)
  return value - root * root > root ? root + 1n : root
}

function feeOf(lamports: bigint, bps: bigint): bigint {
  return (lamports * bps) / inOne
}

/** Quotes a buy for `lamports`, fee included. */
export function buyForSol(curve: Curve, lamports: bigint): CurveTrade {
  const fee = feeOf(lamports, curve.feeBps)
  const solAmount = lamports - fee
  return { tokenAmount: curve.tokensFor(solAmount), solAmount, fee }
}

/** Quotes a buy of exactly `tokens`. The fee comes on top of the cost. */
export function buyTokens(curve: Curve, tokens: bigint): CurveTrade {
  const solAmount = curve.costOf(tokens)
  return { tokenAmount: tokens, solAmount, fee: feeOf(solAmount, curve.feeBps) }
}

/** Quotes a sale of `tokens`, at most of all tokens sold. The fee comes off the payment. */
export function sellTokens(curve: Curve, tokens: bigint): CurveTrade {
  const solAmount = curve.paymentFor(tokens)
  return { tokenAmount: tokens, solAmount, fee: feeOf(solAmount, curve.feeBps) }
}

/**
 * Quotes a sale for exactly `lamports`. Like the official client, counts the fee of that amount, not of the payment.
 *
 * @returns `undefined` if the curve holds less.
 */
export function sellForSol(curve: Curve, lamports: bigint): CurveTrade | undefined {
  const fee = feeOf(lamports, curve.feeBps)
  const solAmount = lamports + fee
  if (solAmount > curve.paymentFor(curve.sold)) return undefined
  const tokenAmount = curve.tokensPaidBy(solAmount)
  return tokenAmount > curve.sold ? undefined : { tokenAmount, solAmount, fee }
}
