import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  type Clock,
  type Ratio,
  TernError,
  type Token,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { decodeTradedMint, nativeDecimals } from '@tern/core/internal'
import { assertOwned, mismatch, tokenOf, tokenProgramOf } from '../openAccounts.ts'
import { impactOf, squareRootPrice } from '../price.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { CurveState, FeeKind, Pool, Quote, SwapParties, SwapRequest } from '../venue.ts'
import { poolAddress, program, protocolOf, vaultAddress } from './addresses.ts'
import { curveOf } from './curve.ts'
import { evidence } from './evidence.ts'
import { type FeeRule, feeRule, isLimiting } from './fees.ts'
import { decodePoolConfig, isHookedPool, type PoolConfig, type VirtualPool, viewVirtualPool } from './layout.ts'
import { type Side, type SwapResult, splitFee, swapExactOut, swapPartialFill } from './quote.ts'
import { hasVesting, soldAt, vestingAmount } from './supply.ts'
import { encodeSwap2, swapModes } from './swapInstructions.ts'

/** The referrer gets 1 / `referralPart` of the protocol's fee (`HOST_FEE_PERCENT`). */
const referralPart = 5n
/** A slot takes 0.4 s, to estimate when a slot will come. */
const slotsPerTwoSeconds = 5n

/**
 * A swap through up to sixteen stretches took up to 86,300 on the real program. An older token program adds some 6,000.
 */
const computeUnits = 120_000
/**
 * For a token with a transfer hook: more than the hook is likely to take. A simulation then shows the actual number.
 */
const hookedUnits = 320_000

/**
 * Opens a pool's account.
 * @throws TernError `layout/*`.
 */
export function decodePoolAccount(account: AccountSnapshot): VirtualPool {
  assertOwned('VirtualPool', account, program)
  return viewVirtualPool(account.data)
}

/** A config never changes, so its bytes are decoded once, for all of its pools and their updates. */
const decoded = new WeakMap<Uint8Array, PoolConfig>()

/**
 * Opens a config's account.
 * @throws TernError `layout/*`.
 */
export function decodeConfigAccount(account: AccountSnapshot): PoolConfig {
  assertOwned('PoolConfig', account, program)
  const known = decoded.get(account.data)
  if (known !== undefined) return known
  const config = decodePoolConfig(account.data)
  decoded.set(account.data, config)
  return config
}

/** Returns a config's quote mint, unless it is wrapped SOL, which need not be read. */
export function quoteMintToRead({ quote_mint, quote_token_flag }: PoolConfig): readonly Address[] {
  return quote_mint === wrappedNativeMint && quote_token_flag === 0 ? [] : [quote_mint]
}

/** A single direction of an open pool. */
interface Direction extends Side {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly currentPrice: Ratio
}

type Directions = Readonly<Record<'buying' | 'selling', Direction>>

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw notReady(address, address)
  const state = decodePoolAccount(account)
  const configAccount = read.get(state.config)
  if (!configAccount) throw notReady(address, state.config)
  const config = decodeConfigAccount(configAccount)
  assertCurve(config, state)
  const quoteToken = openQuoteToken(address, config, read)
  if (state.base_mint === quoteToken.mint) mismatch(address, 'base_mint', 'another token', state.base_mint)

  const baseToken = { mint: state.base_mint, decimals: config.token_decimal, program: tokenProgramOf(state.pool_type) }
  const stage = stageOf(state, config)
  const isHooked = isHookedPool(account.data)
  // Computed here, because `feeRule` refuses invalid terms, and opening the pool must report that.
  const [buyFees, sellFees] = [feeRule(config, state, 'buy'), feeRule(config, state, 'sell')]
  const directions = directionsOf(config, state, [buyFees, sellFees], [baseToken.mint, quoteToken.mint])
  const direction = (tokenIn: Address): Direction => {
    if (tokenIn === quoteToken.mint) return directions().buying
    if (tokenIn === baseToken.mint) return directions().selling
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }
  const pointAt = ({ slot, unixTimestamp }: Clock) => (config.activation_type === 0 ? slot : unixTimestamp)
  const opensAtSeconds = (clock: Clock) =>
    stage === 'trading' && pointAt(clock) < buyFees.since ? secondsOf(config, state, clock) : undefined
  return {
    protocol: protocolOf(state.config),
    evidence,
    address,
    slot: account.slot,
    tokens: [baseToken, quoteToken],
    nativeSettlement: 'wrapped',
    vaults: [state.base_vault, state.quote_vault],
    curve: {
      stage,
      get progressPpm() {
        return stage === 'trading' ? progressPpm(state, config) : 1_000_000
      },
      creator: state.creator,
    },
    currentPrice: squareRootPrice(state.sqrt_price, 'first'),
    opensAtSeconds,
    changesWith(clock) {
      const point = pointAt(clock)
      if (stage !== 'trading' || (point >= buyFees.settledFrom && point >= sellFees.settledFrom)) return undefined
      return config.activation_type === 0 ? 'slots' : 'seconds'
    },
    async graduation() {
      // Loaded on demand, because no trade needs its dozen configs.
      const { migratedPool } = await import('./graduation.ts')
      const { protocol, address } = await migratedPool(config, state.base_mint)
      return { protocol, address }
    },
    quote(request, clock) {
      const side = direction(request.tokenIn)
      if (stage !== 'trading') throw new TernError('quote/complete', { pool: address, stage })
      const openTimeSeconds = opensAtSeconds(clock)
      if (openTimeSeconds !== undefined) throw new TernError('quote/notOpen', { pool: address, openTimeSeconds })
      const quote = quoteSwap(side, config, state, request, pointAt(clock))
      return isHooked ? { ...quote, computeUnits: hookedUnits, specialCase: 'transferHook' } : quote
    },
    async swap(quote, limit, parties) {
      const { isBuy } = direction(quote.tokenIn)
      await assertDerived(address, state, quoteToken.mint)
      const swap = encodeSwap({ address, state, config, quoteToken, isBuy }, { quote, limit, parties })
      return isHooked ? (await import('./hookedSwap.ts')).hookedSwap(address, swap, { quote, parties, read }) : [swap]
    },
    opens: async () => [],
  }
}

/** Sums up the curve at the first quote, because many pools are opened without a quote. */
function directionsOf(
  config: PoolConfig,
  state: VirtualPool,
  [buyFees, sellFees]: readonly [FeeRule, FeeRule],
  [base, quote]: readonly [Address, Address],
): () => Directions {
  const isFeeInQuote = config.collect_fee_mode === 0
  let known: Directions | undefined
  return () => {
    if (known !== undefined) return known
    const curve = curveOf(config, state)
    known = {
      buying: {
        ...{ curve, isBuy: true, fees: buyFees, isFeeOnInput: isFeeInQuote, reserveOut: state.base_reserve },
        ...{ tokenIn: quote, tokenOut: base, currentPrice: squareRootPrice(state.sqrt_price, 'second') },
      },
      selling: {
        ...{ curve, isBuy: false, fees: sellFees, isFeeOnInput: false, reserveOut: state.quote_reserve },
        ...{ tokenIn: base, tokenOut: quote, currentPrice: squareRootPrice(state.sqrt_price, 'first') },
      },
    }
    return known
  }
}

function quoteSwap(
  side: Direction,
  config: PoolConfig,
  state: VirtualPool,
  request: SwapRequest,
  point: bigint,
): Quote {
  const isExactIn = 'exactIn' in request
  const amount = isExactIn ? request.exactIn : request.exactOut
  assertTradable(amount)
  const result = isExactIn ? swapPartialFill(side, point, amount) : swapExactOut(side, point, amount)
  if (result === undefined) throw beyondReserves(amount, side.reserveOut)
  const { amountIn, moved } = result
  const isPartial = isExactIn && amountIn < amount
  if (isExactIn && result.amountOut === 0n) {
    if (isPartial || moved.amountIn < (side.isFeeOnInput ? amountIn - result.fee : amount))
      throw beyondReserves(amount, side.reserveOut)
    throw new TernError('quote/nothingOut', {})
  }
  // The buy that completes the curve must leave enough tokens for the later pool and for vesting
  // (`handle_swap_wrapper`, ix_swap.rs).
  if (side.isBuy && state.quote_reserve + moved.amountIn >= config.migration_quote_threshold) {
    const needed = config.migration_base_threshold + vestingAmount(config)
    if (state.base_reserve - moved.amountOut < needed) throw beyondReserves(moved.amountOut, state.base_reserve)
  }
  return settle(side, config, request, result, isPartial ? 'partial' : 'whole')
}

function beyondReserves(amountOut: bigint, reserveOut: bigint): TernError<'quote/beyondReserves'> {
  return new TernError('quote/beyondReserves', { amountOut, reserveOut })
}

/**
 * Builds the quote. The platform gets the partner's share of the fee. The creator gets a share if the config has one.
 */
function settle(
  side: Direction,
  config: PoolConfig,
  request: SwapRequest,
  result: SwapResult,
  filled: Quote['filled'],
): Quote {
  const { tokenIn, tokenOut } = side
  const { amountIn, amountOut, moved } = result
  const mint = side.isFeeOnInput ? tokenIn : tokenOut
  const [protocol, partner, creator] = splitFee(result.fee, BigInt(config.creator_trading_fee_percentage))
  const referral = request.referralPpm ? protocol / referralPart : 0n
  const fees: { kind: FeeKind; mint: Address; amount: bigint }[] = [
    { kind: 'platform', mint, amount: partner },
    { kind: 'protocol', mint, amount: protocol - referral },
  ]
  if (creator > 0n) fees.push({ kind: 'creator', mint, amount: creator })
  if (referral > 0n) fees.push({ kind: 'referral', mint, amount: referral })
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled,
    fees,
    currentPrice: side.currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    priceImpact: impactOf(side.currentPrice, moved.amountIn, moved.amountOut),
    computeUnits,
  }
}

interface Curve {
  readonly address: Address
  readonly state: VirtualPool
  readonly config: PoolConfig
  readonly quoteToken: Token
  readonly isBuy: boolean
}

function encodeSwap(
  { address: pool, state, config, quoteToken, isBuy }: Curve,
  { quote, limit, parties }: { readonly quote: Quote; readonly limit: bigint; readonly parties: SwapParties },
) {
  const accounts = {
    config: state.config,
    pool,
    input_token_account: parties.tokenAccountIn,
    output_token_account: parties.tokenAccountOut,
    base_vault: state.base_vault,
    quote_vault: state.quote_vault,
    base_mint: state.base_mint,
    quote_mint: quoteToken.mint,
    payer: parties.owner,
    token_base_program: tokenProgramOf(state.pool_type),
    token_quote_program: quoteToken.program,
    referral_token_account: parties.referral,
    showsInstructions: config.enable_first_swap_with_min_fee !== 0 || (isBuy && isLimiting(config)),
  }
  const { request } = quote
  return 'exactIn' in request
    ? encodeSwap2(accounts, request.exactIn, limit, swapModes.partialFill)
    : encodeSwap2(accounts, request.exactOut, limit, swapModes.exactOut)
}

/**
 * Checks the addresses that the program derives, so that a pool invented by a node fails before signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived(address: Address, state: VirtualPool, quoteMint: Address): Promise<void> {
  const [pool, base, quote] = await Promise.all([
    poolAddress(state.config, state.base_mint, quoteMint),
    vaultAddress(address, state.base_mint),
    vaultAddress(address, quoteMint),
  ])
  for (const [field, expected, actual] of [
    ['pool', pool, address],
    ['base_vault', base, state.base_vault],
    ['quote_vault', quote, state.quote_vault],
  ] as const)
    if (expected !== actual) mismatch(address, field, expected, actual)
}

/**
 * Checks the conditions of `create_config`. Without them, the program's arithmetic has no result.
 * @throws TernError `layout/invalidValue`.
 */
function assertCurve(config: PoolConfig, { sqrt_price }: VirtualPool): void {
  const { curve, sqrt_start_price, migration_sqrt_price } = config
  let before = sqrt_start_price
  let isOver = false
  for (const { sqrt_price: price, liquidity } of curve) {
    if (price === 0n && liquidity === 0n) {
      isOver = true
      continue
    }
    if (isOver || liquidity === 0n || price <= before) invalid('curve', price)
    before = price
  }
  if (sqrt_start_price === 0n || before === sqrt_start_price) invalid('sqrt_start_price', sqrt_start_price)
  if (migration_sqrt_price <= sqrt_start_price || migration_sqrt_price > before)
    invalid('migration_sqrt_price', migration_sqrt_price)
  if (sqrt_price < sqrt_start_price) invalid('sqrt_price', sqrt_price)
}

function invalid(field: string, value: bigint | string): never {
  throw new TernError('layout/invalidValue', { field, value: String(value) })
}

function notReady(pool: Address, missing: Address): TernError {
  return new TernError('pool/accountsNotReady', { pool, missing: [missing] })
}

function openQuoteToken(pool: Address, config: PoolConfig, read: AccountSet): Token {
  const expected = tokenProgramOf(config.quote_token_flag)
  const [mint] = quoteMintToRead(config)
  if (mint === undefined) return { mint: wrappedNativeMint, decimals: nativeDecimals, program: tokenProgram }
  if (!read.get(mint)) throw notReady(pool, mint)
  const opened = decodeTradedMint(mint, read.get(mint))
  // The program accepts a quote mint with a transfer fee extension only while the fee is 0.
  const fees = opened.extensions.transferFeeConfig
  if (fees?.olderTransferFee.transferFeeBasisPoints || fees?.newerTransferFee.transferFeeBasisPoints)
    invalid('extensions', 'transferFeeConfig')
  if (expected !== opened.program) mismatch(mint, 'owner', expected, opened.program)
  return tokenOf(opened)
}

/**
 * `LockedVesting` of `MigrationProgress` (state/virtual_pool.rs). Without vesting, a curve has this value from its end
 * on.
 */
const vestingIsSetApart = 2

function stageOf(state: VirtualPool, config: PoolConfig): CurveState['stage'] {
  if (state.is_migrated !== 0) return 'migrated'
  if (state.quote_reserve < config.migration_quote_threshold) return 'trading'
  return state.migration_progress === vestingIsSetApart && hasVesting(config) ? 'migrating' : 'complete'
}

function progressPpm({ sqrt_price }: VirtualPool, config: PoolConfig): number {
  const { swap_base_amount: whole } = config
  const sold = soldAt(config, sqrt_price)
  return sold < whole ? Number((sold * 1_000_000n) / whole) : 1_000_000
}

/** Returns the opening time of a pool in Unix seconds. Estimated if the pool opens at a slot. */
function secondsOf(config: PoolConfig, { activation_point: point }: VirtualPool, clock: Clock): bigint {
  if (config.activation_type !== 0) return point
  return clock.unixTimestamp + ((point - clock.slot) * 2n + slotsPerTwoSeconds - 1n) / slotsPerTwoSeconds
}
