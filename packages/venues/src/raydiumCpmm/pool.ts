import { type AccountSet, type AccountSnapshot, type Address, type Clock, type Ratio, TernError } from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import { mismatch, oldestSlot, tokenOf } from '../openAccounts.ts'
import { reservesPrice } from '../price.ts'
import { assertTradable, chargingOf, received, sent } from '../tradedAmounts.ts'
import type { FeeKind, Pool, Quote, SwapParties, SwapRequest } from '../venue.ts'
import { configAddress, lockAuthority, observationAddress, vaultAddress } from './addresses.ts'
import { evidence } from './evidence.ts'
import { encodeSwapBaseInput, encodeSwapBaseOutput } from './instructions.ts'
import type { AmmConfig, PoolState } from './layout.ts'
import { decodePool, openConfig, openTokens } from './poolAccounts.ts'
import { type Curve, type CurveResult, isCreatorFeeOnInput, swapBaseInput, swapBaseOutput } from './quote.ts'

/** The bit of `PoolState.status` that disables swaps (`PoolStatusBitIndex::Swap`, states/pool.rs). */
const swapDisabled = 1 << 2

/**
 * A swap took up to 32,100 on the real program. An older token program adds some 6,000 for each of the two transfers.
 */
const computeUnits = 50_000

/** A single direction of a pool: the facts that quotes need, computed when the pool is opened. */
interface Direction {
  readonly curve: Curve
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Set only if the mint has Token-2022's transfer fee extension. Likewise `chargingOut`. */
  readonly chargingIn: TradedMint | undefined
  readonly chargingOut: TradedMint | undefined
  readonly currentPrice: Ratio
  /** `true` if the creator or a mint may take a fee. */
  readonly hasOtherFees: boolean
  readonly creatorFeeMint: Address
  /** Set if no amount can trade in this direction. */
  readonly refusal: 'quote/paused' | 'quote/noLiquidity' | undefined
}

/** Returns the accounts that `openPool` reads besides the pool's own. */
export function accountsOf(state: PoolState): readonly Address[] {
  return [state.amm_config, state.token_0_vault, state.token_1_vault, state.token_0_mint, state.token_1_mint]
}

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  const state = decodePool(account)
  const missing = accountsOf(state).filter(one => !read.get(one))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })

  const config = openConfig(read.get(state.amm_config) as AccountSnapshot)
  const {
    mints: [mint0, mint1],
    reserves: [reserve0, reserve1],
    isFrozen,
  } = openTokens(address, state, read)
  const isPaused = (state.status & swapDisabled) !== 0 || isFrozen
  const openTimeSeconds = state.open_time
  const opensAtSeconds = ({ unixTimestamp }: Clock) => (unixTimestamp < openTimeSeconds ? openTimeSeconds : undefined)
  const creatorFeeRate = state.enable_creator_fee ? config.creator_fee_rate : 0n
  const direct = (zeroForOne: boolean): Direction => {
    const [mintIn, mintOut] = zeroForOne ? [mint0, mint1] : [mint1, mint0]
    const [reserveIn, reserveOut] = zeroForOne ? [reserve0, reserve1] : [reserve1, reserve0]
    const onInput = isCreatorFeeOnInput(state.creator_fee_on, zeroForOne ? 'zeroForOne' : 'oneForZero')
    // If both rates are 0, the program divides by zero when it splits the fee (`split_creator_fee`, curve/fees.rs).
    const isUnsplittable = onInput && config.trade_fee_rate + creatorFeeRate === 0n
    const hasLiquidity = reserveIn > 0n && reserveOut > 0n
    const refusal = isPaused || isUnsplittable ? 'quote/paused' : hasLiquidity ? undefined : 'quote/noLiquidity'
    return {
      curve: {
        reserveIn,
        reserveOut,
        tradeFeeRate: config.trade_fee_rate,
        protocolFeeRate: config.protocol_fee_rate,
        fundFeeRate: config.fund_fee_rate,
        creatorFeeRate,
        isCreatorFeeOnInput: onInput,
      },
      tokenIn: mintIn.address,
      tokenOut: mintOut.address,
      chargingIn: chargingOf(mintIn),
      chargingOut: chargingOf(mintOut),
      currentPrice: reservesPrice(reserveIn, reserveOut),
      hasOtherFees: creatorFeeRate > 0n || chargingOf(mintIn) !== undefined || chargingOf(mintOut) !== undefined,
      creatorFeeMint: onInput ? mintIn.address : mintOut.address,
      refusal,
    }
  }
  const zeroForOne = direct(true)
  const oneForZero = direct(false)
  const directionOf = (tokenIn: Address): Direction => {
    if (tokenIn === zeroForOne.tokenIn) return zeroForOne
    if (tokenIn === oneForZero.tokenIn) return oneForZero
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  return {
    protocol: 'raydium_cpmm',
    evidence,
    address,
    slot: oldestSlot(read, [address, state.token_0_vault, state.token_1_vault]),
    tokens: [tokenOf(mint0), tokenOf(mint1)],
    nativeSettlement: 'wrapped',
    liquidityTokens: { mint: state.lp_mint, given: state.lp_supply, locker: lockAuthority },
    opensAtSeconds,
    reserves: () => [reserve0, reserve1],
    changesWith: clock => (opensAtSeconds(clock) === undefined ? undefined : 'seconds'),
    quote(request, clock) {
      const direction = directionOf(request.tokenIn)
      if (direction.refusal !== undefined) throw new TernError(direction.refusal, { pool: address })
      if (opensAtSeconds(clock) !== undefined) throw new TernError('quote/notOpen', { pool: address, openTimeSeconds })
      return 'exactIn' in request
        ? quoteExactIn(direction, request, request.exactIn, clock.epoch)
        : quoteExactOut(direction, request, request.exactOut, clock.epoch)
    },
    async swap(quote, limit, parties) {
      const isZeroForOne = directionOf(quote.tokenIn) === zeroForOne
      await assertDerived(address, state, config)
      return [encodeSwap(address, state, isZeroForOne, quote, limit, parties)]
    },
    opens: async () => [],
  }
}

/** @see `swap_base_input` (instructions/swap_base_input.rs) */
function quoteExactIn(direction: Direction, request: SwapRequest, amountIn: bigint, epoch: bigint): Quote {
  assertTradable(amountIn)
  const result = swapBaseInput(direction.curve, received(direction.chargingIn, epoch, amountIn))
  const amountOut = received(direction.chargingOut, epoch, result.outputAmount)
  if (amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return settle(direction, request, result, amountIn, amountOut)
}

/** @see `swap_base_output` (instructions/swap_base_output.rs) */
function quoteExactOut(direction: Direction, request: SwapRequest, amountOut: bigint, epoch: bigint): Quote {
  assertTradable(amountOut)
  const { reserveOut } = direction.curve
  const leaving = amountOut < reserveOut ? sent(direction.chargingOut, epoch, amountOut) : undefined
  const result = leaving === undefined ? undefined : swapBaseOutput(direction.curve, leaving)
  const amountIn = result && sent(direction.chargingIn, epoch, result.inputAmount)
  if (result === undefined || amountIn === undefined)
    throw new TernError('quote/beyondReserves', { amountOut, reserveOut })
  return settle(direction, request, result, amountIn, amountOut)
}

type Fee = { kind: FeeKind; mint: Address; amount: bigint }

/**
 * Builds the quote. Its fees count each unit once.
 * `trade` is the liquidity providers' share of the trade fee; `protocol` is the share of the protocol and the fund.
 */
function settle(
  direction: Direction,
  request: SwapRequest,
  result: CurveResult,
  amountIn: bigint,
  amountOut: bigint,
): Quote {
  const { tokenIn, tokenOut } = direction
  const { inputSwapped } = result
  const kept = result.protocolFee + result.fundFee
  const fees: Fee[] = [
    { kind: 'trade', mint: tokenIn, amount: result.tradeFee - kept },
    { kind: 'protocol', mint: tokenIn, amount: kept },
  ]
  if (direction.hasOtherFees) addOtherFees(fees, direction, result, amountIn, amountOut)
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled: 'whole',
    fees,
    currentPrice: direction.currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    // 1 − (Rout / (Rin + in)) / (Rout / Rin), without fees and rounding.
    priceImpact: { numerator: inputSwapped, denominator: direction.curve.reserveIn + inputSwapped },
    computeUnits,
  }
}

function addOtherFees(
  fees: Fee[],
  { tokenIn, tokenOut, creatorFeeMint }: Direction,
  { creatorFee, inputAmount, outputAmount }: CurveResult,
  amountIn: bigint,
  amountOut: bigint,
): void {
  const others: readonly Fee[] = [
    { kind: 'creator', mint: creatorFeeMint, amount: creatorFee },
    { kind: 'transfer', mint: tokenIn, amount: amountIn - inputAmount },
    { kind: 'transfer', mint: tokenOut, amount: outputAmount - amountOut },
  ]
  for (const fee of others) if (fee.amount > 0n) fees.push(fee)
}

function encodeSwap(
  address: Address,
  state: PoolState,
  isZeroForOne: boolean,
  quote: Quote,
  limit: bigint,
  parties: SwapParties,
) {
  const side0 = { vault: state.token_0_vault, mint: state.token_0_mint, program: state.token_0_program }
  const side1 = { vault: state.token_1_vault, mint: state.token_1_mint, program: state.token_1_program }
  const [sideIn, sideOut] = isZeroForOne ? [side0, side1] : [side1, side0]
  const accounts = {
    payer: parties.owner,
    amm_config: state.amm_config,
    pool_state: address,
    input_token_account: parties.tokenAccountIn,
    output_token_account: parties.tokenAccountOut,
    input_vault: sideIn.vault,
    output_vault: sideOut.vault,
    input_token_program: sideIn.program,
    output_token_program: sideOut.program,
    input_token_mint: sideIn.mint,
    output_token_mint: sideOut.mint,
    observation_state: state.observation_key,
  }
  return 'exactIn' in quote.request
    ? encodeSwapBaseInput(accounts, quote.amountIn, limit)
    : encodeSwapBaseOutput(accounts, limit, quote.amountOut)
}

/**
 * Checks the addresses that the program derives from the pool's, so that a pool invented by a node fails before
 * signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived(pool: Address, state: PoolState, config: AmmConfig): Promise<void> {
  const expected = await Promise.all([
    configAddress(config.index),
    vaultAddress(pool, state.token_0_mint),
    vaultAddress(pool, state.token_1_mint),
    observationAddress(pool),
  ])
  const fields = ['amm_config', 'token_0_vault', 'token_1_vault', 'observation_key'] as const
  for (const [i, field] of fields.entries())
    if (state[field] !== expected[i]) mismatch(pool, field, String(expected[i]), state[field])
}
