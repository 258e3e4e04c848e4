import { type AccountSet, type Address, type Clock, type Ratio, TernError } from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import { tokenOf } from '../openAccounts.ts'
import { impactOf, squareRootPrice } from '../price.ts'
import { assertTradable, chargingOf, received, sent } from '../tradedAmounts.ts'
import type { FeeKind, Quote, SpecialCase, SwapRequest } from '../venue.ts'
import type { Direction } from './bitmap.ts'
import { evidence } from './evidence.ts'
import { arraysEachWay, type OpenPool, openAccounts } from './openPool.ts'
import { type Prepared, preparePath } from './path.ts'
import { type ClmmPool, type ClmmSwapRequest, limitOf } from './priceLimit.ts'
import { needsSteps, swapInSteps } from './stepwise.ts'
import { prepareTickArrays, swapOf, type TickArraysFor } from './swapInstruction.ts'
import { calmFrom, dynamicFeeOf, type SwapAmounts, type SwapStart } from './swapStart.ts'
import { ticksAhead } from './ticksAhead.ts'

/** The bit of `PoolState.status` that disables swaps (`PoolStatusBitIndex::Swap`, states/pool.rs). */
const swapDisabled = 1 << 4

/**
 * Compute units of `swap_v2`, measured on the real program. `swap`: up to 91,000 without a crossing, including two
 * transfer fees. `tick`: 17,300 for each crossed tick. `array`: 7,000 more if it is in another array.
 * `step`: an estimate for further steps, for fees and orders that the public binary does not have. A step without a
 * tick takes less than a step with a tick.
 */
const units = { swap: 105_000, tick: 18_000, array: 7_000, step: 7_000 }

/** A single direction of a pool, ready to quote. */
interface Side {
  readonly pool: Address
  readonly start: SwapStart
  readonly prepared: Prepared
  readonly tickArraysFor: TickArraysFor
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly feeMint: Address
  /** Set only if the mint has Token-2022's transfer fee extension. Likewise `chargingOut`. */
  readonly chargingIn: TradedMint | undefined
  readonly chargingOut: TradedMint | undefined
  readonly currentPrice: Ratio
}

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): ClmmPool {
  const open = openAccounts(address, read)
  const { state, mints } = open
  if (needsSteps(state, open.arrays.values())) swapInSteps(address)
  const isPaused = open.isFrozen || (state.status & swapDisabled) !== 0
  const openTimeSeconds = state.open_time
  const tokens = [tokenOf(mints[0]), tokenOf(mints[1])] as const
  /** Created by the first quote that needs it, because many pools are opened for a single direction. */
  let down: Side | undefined
  let up: Side | undefined
  const sideFor = (tokenIn: Address): Side => {
    if (tokenIn === tokens[0].mint) {
      down ??= sideOf(open, 'zeroForOne')
      return down
    }
    if (tokenIn === tokens[1].mint) {
      up ??= sideOf(open, 'oneForZero')
      return up
    }
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  const dynamicFee = dynamicFeeOf(state.dynamic_fee_info)
  const calmFromSeconds = dynamicFee === undefined ? 0n : calmFrom(dynamicFee)
  // The program requires a time after it, not equal to it (`exact_internal_v2`, instructions/swap_v2.rs).
  const opensAtSeconds = ({ unixTimestamp }: Clock) => (unixTimestamp <= openTimeSeconds ? openTimeSeconds : undefined)

  return {
    protocol: 'raydium_clmm',
    evidence,
    address,
    slot: open.slot,
    tokens,
    nativeSettlement: 'wrapped',
    opensAtSeconds,
    reserves: () => [
      open.held[0] - state.protocol_fees_token_0 - state.fund_fees_token_0,
      open.held[1] - state.protocol_fees_token_1 - state.fund_fees_token_1,
    ],
    changesWith: clock =>
      opensAtSeconds(clock) !== undefined || clock.unixTimestamp < calmFromSeconds ? 'seconds' : undefined,
    quote(request, clock) {
      const side = sideFor(request.tokenIn)
      if (isPaused) throw new TernError('quote/paused', { pool: address })
      if (opensAtSeconds(clock) !== undefined) throw new TernError('quote/notOpen', { pool: address, openTimeSeconds })
      return 'exactIn' in request
        ? quoteExactIn(side, request, request.exactIn, clock)
        : quoteExactOut(side, request, request.exactOut, clock)
    },
    swap: swapOf(open, ({ tokenIn, amountIn }) => sideFor(tokenIn).tickArraysFor(amountIn)),
    opens: async () => [],
  }
}

/** Returns the pool's state at the start of a swap in a direction. */
export function startOf(
  open: Pick<OpenPool, 'state' | 'config' | 'bitmap' | 'arrays'>,
  direction: Direction,
): SwapStart {
  const { state, config } = open
  const { tick_current, tick_spacing, fee_on } = state
  return {
    direction,
    sqrtPriceX64: state.sqrt_price_x64,
    tick: tick_current,
    liquidity: state.liquidity,
    tickSpacing: tick_spacing,
    feeRate: BigInt(config.trade_fee_rate),
    protocolFeeRate: BigInt(config.protocol_fee_rate),
    fundFeeRate: BigInt(config.fund_fee_rate),
    // @see `is_fee_on_input` (states/pool_fee.rs)
    isFeeOnInput: fee_on === 0 || (fee_on === 1) === (direction === 'zeroForOne'),
    dynamicFee: dynamicFeeOf(state.dynamic_fee_info),
    ticks: ticksAhead(open, tick_current, direction),
  }
}

function sideOf(open: OpenPool, direction: Direction): Side {
  const { address, mints } = open
  const isDown = direction === 'zeroForOne'
  const [mintIn, mintOut] = isDown ? mints : [mints[1], mints[0]]
  const start = startOf(open, direction)
  return {
    pool: address,
    start,
    prepared: preparePath(start),
    tickArraysFor: later(() => prepareTickArrays(open, start)),
    tokenIn: mintIn.address,
    tokenOut: mintOut.address,
    feeMint: start.isFeeOnInput ? mintIn.address : mintOut.address,
    chargingIn: chargingOf(mintIn),
    chargingOut: chargingOf(mintOut),
    currentPrice: squareRootPrice(start.sqrtPriceX64, isDown ? 'first' : 'second'),
  }
}

/** Delays `make` until the first call. */
function later(make: () => TickArraysFor): TickArraysFor {
  let made: TickArraysFor | undefined
  return amountIn => {
    made ??= make()
    return made(amountIn)
  }
}

type Times = { readonly unixTimestamp: bigint; readonly epoch: bigint }

/** @see `exact_internal_v2` (instructions/swap_v2.rs) for an exact input */
function quoteExactIn(side: Side, request: ClmmSwapRequest, given: bigint, clock: Times): Quote {
  assertSpecified(given)
  const amount = received(side.chargingIn, clock.epoch, given)
  if (amount === 0n) throw new TernError('quote/nothingOut', {})
  const amounts = amountsOf(side, request, amount, clock)
  const amountIn = amounts.amountIn === amount ? given : sentBy(side, side.chargingIn, clock.epoch, amounts.amountIn)
  const amountOut = received(side.chargingOut, clock.epoch, amounts.amountOut)
  if (amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, amounts, amountIn, amountOut)
}

/** @see `exact_internal_v2` (instructions/swap_v2.rs) for an exact output */
function quoteExactOut(side: Side, request: ClmmSwapRequest, asked: bigint, clock: Times): Quote {
  assertSpecified(asked)
  const amount = sentBy(side, side.chargingOut, clock.epoch, asked)
  const amounts = amountsOf(side, request, amount, clock)
  const amountIn = sentBy(side, side.chargingIn, clock.epoch, amounts.amountIn)
  const amountOut = amounts.amountOut === amount ? asked : received(side.chargingOut, clock.epoch, amounts.amountOut)
  if (amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, amounts, amountIn, amountOut)
}

/** @throws TernError `quote/limit…`, `quote/noLiquidity`, `quote/notEnoughTickArrays`, `quote/nothingOut`. */
function amountsOf(
  { pool, start, prepared }: Side,
  asked: ClmmSwapRequest,
  amount: bigint,
  { unixTimestamp }: Times,
): SwapAmounts {
  const limitX64 = limitOf(asked, start)
  const request = { amount, isExactIn: 'exactIn' in asked, limitX64 }
  const quick = limitX64 === undefined ? prepared(request) : preparePath(start, limitX64)(request)
  const amounts = quick === 'unprepared' ? swapInSteps(pool)(start, request, unixTimestamp) : quick
  if (amounts === 'unread') throw new TernError('quote/notEnoughTickArrays', { pool })
  if (amounts === 'exhausted') throw new TernError('quote/noLiquidity', { pool })
  if (amounts.amountIn === 0n || amounts.amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return amounts
}

function assertSpecified(amount: bigint): void {
  if (amount === 0n) throw new TernError('quote/zeroSpecified', {})
  assertTradable(amount)
}

/**
 * Returns the amount to send so that `amount` arrives.
 * @throws TernError `quote/noLiquidity` if it exceeds 64 bits.
 */
function sentBy({ pool }: Side, charging: TradedMint | undefined, epoch: bigint, amount: bigint): bigint {
  const sending = sent(charging, epoch, amount)
  if (sending === undefined) throw new TernError('quote/noLiquidity', { pool })
  return sending
}

type Fee = { kind: FeeKind; mint: Address; amount: bigint }

/**
 * Builds the quote. Its fees count each unit once.
 * `trade` is the liquidity providers' share of the fee; `protocol` is the share of the protocol and the fund.
 */
function settle(side: Side, request: SwapRequest, amounts: SwapAmounts, amountIn: bigint, amountOut: bigint): Quote {
  const { tokenIn, tokenOut, feeMint, start } = side
  const { fee, kept } = amounts
  const fees: Fee[] = [
    { kind: 'trade', mint: feeMint, amount: fee - kept },
    { kind: 'protocol', mint: feeMint, amount: kept },
  ]
  if (amountIn > amounts.amountIn) fees.push({ kind: 'transfer', mint: tokenIn, amount: amountIn - amounts.amountIn })
  if (amounts.amountOut > amountOut)
    fees.push({ kind: 'transfer', mint: tokenOut, amount: amounts.amountOut - amountOut })
  const moving = start.isFeeOnInput ? amounts.amountIn - fee : amounts.amountIn
  const paid = start.isFeeOnInput ? amounts.amountOut : amounts.amountOut + fee
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled: ('exactIn' in request ? amountIn === request.exactIn : amountOut === request.exactOut)
      ? 'whole'
      : 'partial',
    fees,
    currentPrice: side.currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    priceImpact: impactOf(side.currentPrice, moving, paid),
    computeUnits: computeUnitsOf(amounts),
    specialCase: specialCaseOf(side, request, amounts),
  }
}

/**
 * Returns the special case that decides which evidence counts.
 * The public binary of 2025 lacks the features that only `swapThrough` computes, and refuses exact outputs of tokens
 * with transfer fees.
 */
function specialCaseOf(
  { chargingOut }: Side,
  request: SwapRequest,
  { furtherSteps }: SwapAmounts,
): SpecialCase | undefined {
  if (furtherSteps !== undefined) return 'laterRelease'
  return chargingOut !== undefined && 'exactOut' in request ? 'transferFee' : undefined
}

/**
 * Estimates the compute units. Counts every tick that the swap looked at, usually one more than it crosses.
 * So there is a margin if the price moves before the trade lands.
 */
function computeUnitsOf({ ticksMet, furtherSteps = 0 }: SwapAmounts): number {
  const { swap, tick, array, step } = units
  return swap + tick * ticksMet + array * Math.min(ticksMet, arraysEachWay) + step * furtherSteps
}
