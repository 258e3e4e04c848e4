import {
  type AccountSet,
  type Address,
  assertU64,
  type Clock,
  inverseTransferFee,
  isTernError,
  type Ratio,
  type TradedMint,
  transferFee,
} from '@tern/core'
import { TernError } from '@tern/core/tickErrors'
import { tokenOf } from '../openAccounts.ts'
import { squareRootPrice } from '../price.ts'
import type { FeeKind, Quote, SwapRequest, Way } from '../venue.ts'
import type { Direction } from './bitmap.ts'
import { arraysEachWay, type OpenPool, openAccounts } from './openPool.ts'
import { type Prepared, preparePath } from './path.ts'
import { type ClmmPool, type ClmmSwapRequest, limitOf } from './priceLimit.ts'
import { needsSteps, swapInSteps } from './stepwise.ts'
import { encodeSwap, prepareTickArrays, type TickArraysFor } from './swapInstruction.ts'
import { calmFrom, dynamicFeeOf, type SwapAmounts, type SwapStart } from './swapStart.ts'
import { ticksAhead } from './ticksAhead.ts'

/** The bit of `PoolState.status` that forbids swaps (`PoolStatusBitIndex::Swap`, states/pool.rs). */
const swapDisabled = 1 << 4
/** One, of a price that is squared from Q64.64. */

/**
 * Compute units of `swap_v2`, measured on the real program: up to 91,000 without a crossing, two transfer fees in them, 17,300 a
 * tick crossed and 7,000 more where it is in another array. Steps beyond one a tick are of fees and orders that the public binary
 * does not have: none of them can take what one with a tick takes.
 */
const units = { swap: 105_000, tick: 18_000, array: 7_000, step: 7_000 }

/** One direction of a pool, ready to quote. */
interface Side {
  readonly pool: Address
  readonly start: SwapStart
  readonly prepared: Prepared
  readonly tickArraysFor: TickArraysFor
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly feeMint: Address
  /** Only where Token-2022 takes a fee from transfers. */
  readonly chargingIn: TradedMint | undefined
  readonly chargingOut: TradedMint | undefined
  readonly currentPrice: Ratio
}

/** @throws TernError `pool/accountsNotReady`, `layout/*`. */
export function openPool(address: Address, read: AccountSet): ClmmPool {
  const open = openAccounts(address, read)
  const { state, mints } = open
  if (needsSteps(state, open.arrays.values())) swapInSteps(address)
  const isPaused = open.isFrozen || (state.status & swapDisabled) !== 0
  const openTimeSeconds = state.open_time
  const tokens = [tokenOf(mints[0]), tokenOf(mints[1])] as const
  /** Made when a quote first needs it: many a pool is opened for one. */
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
  // The program wants the time to be past it, not at it (`exact_internal_v2`, instructions/swap_v2.rs).
  const opensAtSeconds = ({ unixTimestamp }: Clock) => (unixTimestamp <= openTimeSeconds ? openTimeSeconds : undefined)

  return {
    protocol: 'raydium_clmm',
    address,
    slot: open.slot,
    tokens,
    nativeSettlement: 'wrapped',
    opensAtSeconds,
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
    async swap(quote, limit, parties) {
      const tickArrays = sideFor(quote.tokenIn).tickArraysFor(quote.amountIn)
      return [await encodeSwap(open, tickArrays, quote, limit, parties)]
    },
    opens: async () => [],
  }
}

/** A pool as a swap in one direction begins on it. */
export function startOf(
  { state, config, bitmap, arrays }: Pick<OpenPool, 'state' | 'config' | 'bitmap' | 'arrays'>,
  direction: Direction,
): SwapStart {
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
    // `is_fee_on_input` (states/pool_fee.rs).
    isFeeOnInput: fee_on === 0 || (fee_on === 1) === (direction === 'zeroForOne'),
    dynamicFee: dynamicFeeOf(state.dynamic_fee_info),
    ticks: ticksAhead(bitmap, arrays, tick_current, direction),
  }
}

function sideOf(open: OpenPool, direction: Direction): Side {
  const { address, mints } = open
  const isDown = direction === 'zeroForOne'
  const [mintIn, mintOut] = isDown ? mints : [mints[1], mints[0]]
  const start = startOf(open, direction)
  const charging = (mint: TradedMint) => (mint.extensions.transferFeeConfig === undefined ? undefined : mint)
  return {
    pool: address,
    start,
    prepared: preparePath(start),
    tickArraysFor: later(() => prepareTickArrays(open, start)),
    tokenIn: mintIn.address,
    tokenOut: mintOut.address,
    feeMint: start.isFeeOnInput ? mintIn.address : mintOut.address,
    chargingIn: charging(mintIn),
    chargingOut: charging(mintOut),
    currentPrice: squareRootPrice(start.sqrtPriceX64, isDown ? 'first' : 'second'),
  }
}

/** Made when it is first asked for. */
function later(make: () => TickArraysFor): TickArraysFor {
  let made: TickArraysFor | undefined
  return amountIn => {
    made ??= make()
    return made(amountIn)
  }
}

type Times = { readonly unixTimestamp: bigint; readonly epoch: bigint }

/** `exact_internal_v2` (instructions/swap_v2.rs) for a given input. */
function quoteExactIn(side: Side, request: ClmmSwapRequest, given: bigint, clock: Times): Quote {
  assertTradable(given)
  const amount = received(side.chargingIn, clock.epoch, given)
  if (amount === 0n) throw new TernError('quote/nothingOut', {})
  const amounts = amountsOf(side, request, amount, clock)
  const amountIn = amounts.amountIn === amount ? given : sent(side, side.chargingIn, clock.epoch, amounts.amountIn)
  const amountOut = received(side.chargingOut, clock.epoch, amounts.amountOut)
  if (amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, amounts, amountIn, amountOut)
}

/** `exact_internal_v2` (instructions/swap_v2.rs) for a given output. */
function quoteExactOut(side: Side, request: ClmmSwapRequest, asked: bigint, clock: Times): Quote {
  assertTradable(asked)
  const amount = sent(side, side.chargingOut, clock.epoch, asked)
  const amounts = amountsOf(side, request, amount, clock)
  const amountIn = sent(side, side.chargingIn, clock.epoch, amounts.amountIn)
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

function assertTradable(amount: bigint): void {
  if (amount === 0n) throw new TernError('quote/zeroSpecified', {})
  if (BigInt.asUintN(64, amount) !== amount) assertU64(amount)
}

/** What arrives of `amount`. */
function received(charging: TradedMint | undefined, epoch: bigint, amount: bigint): bigint {
  return charging === undefined ? amount : amount - transferFee(charging, epoch, amount)
}

/** What is sent for `amount` to arrive. @throws TernError `quote/noLiquidity` where 64 bits do not hold it. */
function sent(side: Side, charging: TradedMint | undefined, epoch: bigint, amount: bigint): bigint {
  if (charging === undefined) return amount
  try {
    return assertU64(amount + inverseTransferFee(charging, epoch, amount))
  } catch (error) {
    if (isTernError(error, 'amount/outOfRange')) throw new TernError('quote/noLiquidity', { pool: side.pool })
    throw error
  }
}

type Fee = { kind: FeeKind; mint: Address; amount: bigint }

/** Each unit of fees is named once: `trade` is what the liquidity providers keep, `protocol` the protocol's and the fund's part. */
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
    way: wayOf(side, request, amounts),
  }
}

/** What only the program's own loop works out, its binary of 2025 does not have; and it refuses exact outputs of tokens that charge. */
function wayOf({ chargingOut }: Side, request: SwapRequest, { furtherSteps }: SwapAmounts): Way | undefined {
  if (furtherSteps !== undefined) return 'laterRelease'
  return chargingOut !== undefined && 'exactOut' in request ? 'transferFee' : undefined
}

/** One tick more than is met, for a price that moves meanwhile. */
function computeUnitsOf({ ticksMet, furtherSteps = 0 }: SwapAmounts): number {
  const { swap, tick, array, step } = units
  return swap + tick * ticksMet + array * Math.min(ticksMet, arraysEachWay) + step * furtherSteps
}

/** 1 − (paid / moving) / price: fees left out, never below 0. */
function impactOf({ numerator, denominator }: Ratio, moving: bigint, paid: bigint): Ratio {
  const at = moving * numerator
  const lost = at - paid * denominator
  return lost > 0n ? { numerator: lost, denominator: at } : { numerator: 0n, denominator: 1n }
}
