import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  type Ratio,
  TernError,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { maxU64, nativeDecimals } from '@tern/core/internal'
import { assertOwned, mismatch, openMint, tokenOf } from '../openAccounts.ts'
import { impactOf, reservesPrice } from '../price.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { CurveState, Pool, Quote, SwapRequest } from '../venue.ts'
import { configAddress, program } from './addresses.ts'
import { evidence } from './evidence.ts'
import { type BondingCurve, decodeBondingCurve, isPaused } from './layout.ts'
import {
  buyForSol,
  type Curve,
  type CurveTrade,
  initialSupply,
  remainingSol,
  sellTokens,
  solFor,
  tokensForSol,
} from './quote.ts'
import { openings, swapOf } from './swap.ts'

/** The damping term of the constant-product formula. Curves of term 30 have an older formula, and no evidence confirms it. */
const constantProduct = 31
/** No recording shows the units of a trade. This is the limit of a transaction that asks for none. */
const computeUnits = 200_000
const lastStatus = 4
/** Half of the supply. */
const maxFirstBuy = initialSupply / 2n

const native = { mint: wrappedNativeMint, decimals: nativeDecimals, program: tokenProgram }

/**
 * Opens a curve's account.
 * @throws TernError `layout/*`, also for a curve with another formula.
 */
export function openCurveAccount(account: AccountSnapshot): BondingCurve {
  assertOwned('BondingCurve', account, program)
  const state = decodeBondingCurve(account.data)
  for (const [field, value, isKnown] of [
    ['BondingCurve.damping_term', state.damping_term, state.damping_term === constantProduct],
    ['BondingCurve.status', state.status, state.status <= lastStatus],
  ] as const)
    if (!isKnown) throw new TernError('layout/invalidValue', { field, value: String(value) })
  return state
}

/**
 * Opens a curve as a pool.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address })
  const state = openCurveAccount(account)
  const { mint } = state
  const missing = [mint, configAddress].filter(one => !read.get(one))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })
  if (mint === wrappedNativeMint) mismatch(address, 'mint', 'another token', mint)

  const config = read.get(configAddress) as AccountSnapshot
  assertOwned('Config', config, program)
  const paused = isPaused(config.data)
  const base = openMint(mint, read, { program: tokenProgram })
  const curve = prepare(state)
  const stage = stageOf(state)
  const isLiquid = curve.virtualSol > 0n && curve.token > 0n
  const { buying, selling } = directionsOf(curve, mint)
  const direction = (tokenIn: Address): Direction => {
    if (tokenIn === wrappedNativeMint) return buying
    if (tokenIn === mint) return selling
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  return {
    protocol: 'boop',
    evidence,
    address,
    slot: account.slot,
    tokens: [tokenOf(base), native],
    nativeSettlement: 'lamports',
    heldLamports: state.sol_reserves,
    curve: { stage, progressPpm: progressPpm(state), creator: state.creator },
    currentPrice: selling.currentPrice,
    hasExactOut: () => false,
    quote(request) {
      const side = direction(request.tokenIn)
      if (stage !== 'trading') throw new TernError('quote/complete', { pool: address, stage })
      if (paused) throw new TernError('quote/paused', { pool: address })
      if (!isLiquid) throw new TernError('quote/noLiquidity', { pool: address })
      const amountIn = 'exactIn' in request ? request.exactIn : inputFor(side, request.exactOut)
      return side === buying ? buy(side, request, amountIn) : sell(side, request, amountIn)
    },
    swap: swapOf(address, mint),
    opens: async (tokenIn, _, read) => openings(mint, direction(tokenIn).tokenIn, read),
  }
}

/** A single direction of a curve: the facts that quotes need. */
interface Direction {
  readonly curve: Curve
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly currentPrice: Ratio
}

function directionsOf(curve: Curve, mint: Address): Readonly<Record<'buying' | 'selling', Direction>> {
  const sol = curve.virtualSol + curve.sol
  return {
    buying: { curve, tokenIn: wrappedNativeMint, tokenOut: mint, currentPrice: reservesPrice(sol, curve.token) },
    selling: { curve, tokenIn: mint, tokenOut: wrappedNativeMint, currentPrice: reservesPrice(curve.token, sol) },
  }
}

/** Returns the smallest input that brings at least `exactOut`. */
function inputFor({ curve, tokenIn }: Direction, exactOut: bigint): bigint {
  assertTradable(exactOut)
  const [amountIn, reserve] =
    tokenIn === wrappedNativeMint ? [solFor(curve, exactOut), curve.token] : [tokensForSol(curve, exactOut), curve.sol]
  if (amountIn === undefined || amountIn > maxU64) throw beyondReserves(exactOut, reserve)
  return amountIn
}

function buy(side: Direction, request: SwapRequest, amount: bigint): Quote {
  assertTradable(amount)
  const { curve } = side
  const bought = buyForSol(curve, amount)
  if (bought.tokenAmount <= 0n) throw new TernError('quote/nothingOut', {})
  const amountIn = bought.solAmount + bought.fee
  // The program refuses a larger first buy, by its error 6006.
  if (curve.sol === 0n && bought.tokenAmount > maxFirstBuy) throw beyondReserves(bought.tokenAmount, maxFirstBuy)
  const quote = settle(side, request, bought, amountIn, bought.tokenAmount)
  // No recording shows a buy that completes a curve.
  if (bought.solAmount < remainingSol(curve)) return quote
  return { ...quote, filled: amountIn < amount ? 'partial' : 'whole', specialCase: 'lastBuy' }
}

/** Sells. More tokens than were sold would take more lamports than the curve holds. */
function sell(side: Direction, request: SwapRequest, amount: bigint): Quote {
  assertTradable(amount)
  const { curve } = side
  const sold = sellTokens(curve, amount)
  if (sold.solAmount > curve.sol) throw beyondReserves(sold.solAmount, curve.sol)
  const amountOut = sold.solAmount - sold.fee
  if (amountOut <= 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, sold, amount, amountOut)
}

function beyondReserves(amountOut: bigint, reserveOut: bigint): TernError<'quote/beyondReserves'> {
  return new TernError('quote/beyondReserves', { amountOut, reserveOut })
}

function settle(
  { tokenIn, tokenOut, currentPrice }: Direction,
  request: SwapRequest,
  { tokenAmount, solAmount, fee }: CurveTrade,
  amountIn: bigint,
  amountOut: bigint,
): Quote {
  const [paid, got] = tokenIn === wrappedNativeMint ? [solAmount, tokenAmount] : [tokenAmount, solAmount]
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled: 'whole',
    fees: [{ kind: 'trade', mint: wrappedNativeMint, amount: fee }],
    currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    priceImpact: impactOf(currentPrice, paid, got),
    computeUnits,
  }
}

function prepare(state: BondingCurve): Curve {
  return {
    virtualSol: state.virtual_sol_reserves,
    sol: state.sol_reserves,
    token: state.token_reserves,
    target: state.graduation_target,
    feeBps: BigInt(state.swap_fee_basis_points),
  }
}

/** Between its last buy and its graduation, a curve has its target, and its status is still that of trading. */
function stageOf({ status, sol_reserves, graduation_target }: BondingCurve): CurveState['stage'] {
  if (status === 0) return sol_reserves < graduation_target ? 'trading' : 'complete'
  return status < 3 ? 'migrating' : 'migrated'
}

function progressPpm({ status, sol_reserves, graduation_target }: BondingCurve): number {
  if (status > 0 || sol_reserves >= graduation_target) return 1_000_000
  return Number((sol_reserves * 1_000_000n) / graduation_target)
}
