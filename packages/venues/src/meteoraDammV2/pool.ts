import { type AccountSet, type AccountSnapshot, type Address, type Clock, type Ratio, TernError } from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import { assertOwned, mismatch, openMint, openVault, tokenOf, tokenProgramOf } from '../openAccounts.ts'
import { assertTradable, chargingOf, received, sent } from '../tradedAmounts.ts'
import type { FeeKind, Pool, Quote, SpecialCase, SwapParties, SwapRequest } from '../venue.ts'
import { floorQuotient } from '../wideQuotient.ts'
import { poolAuthority, program, vaultAddress } from './addresses.ts'
import { decodeBaseFee } from './baseFee.ts'
import { isCompounding, priceOf } from './curve.ts'
import { evidence } from './evidence.ts'
import { encodeSwap, encodeSwap2 } from './instructions.ts'
import { type PoolState, poolLayout } from './layout.ts'
import { type Direction, directionOf, type SwapResult, swapExactIn, swapExactOut, swapToEdge } from './quote.ts'
import { isRateLimited } from './rateLimiter.ts'

/** A swap took up to 47,400 on the real program. An older token program adds some 6,000 for each transfer. */
const computeUnits = 75_000

/** A single direction of a pool with all facts for quotes, computed when the pool is opened. */
interface Side {
  readonly name: 'aToB' | 'bToA'
  /** `undefined` if no amount can trade in this direction. */
  readonly direction: Direction | undefined
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Set only if the mint has Token-2022's transfer fee extension. Likewise `chargingOut`. */
  readonly chargingIn: TradedMint | undefined
  readonly chargingOut: TradedMint | undefined
  readonly currentPrice: Ratio
  readonly protocolPercent: bigint
  /** Percent of the protocol's share. */
  readonly referralPercent: bigint
  readonly specialCase: SpecialCase | undefined
}

/** Returns the accounts that `openPool` reads besides the pool's own. */
export function accountsOf(state: PoolState): readonly Address[] {
  return [state.token_a_mint, state.token_b_mint, state.token_a_vault, state.token_b_vault]
}

/**
 * Decodes a pool's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodePool(account: AccountSnapshot): PoolState {
  assertOwned('Pool', account, program)
  const state: PoolState = poolLayout.view(account.data, 'atLeast')
  const max = {
    ...{ collect_fee_mode: 2, activation_type: 1, layout_version: 1, token_a_flag: 1, token_b_flag: 1 },
    ...{ protocol_fee_percent: 100, referral_fee_percent: 100, compounding_fee_bps: 10_000 },
  }
  for (const [field, limit] of Object.entries(max) as [keyof typeof max, number][])
    if (state[field] > limit) throw new TernError('layout/invalidValue', { field, value: String(state[field]) })
  return state
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

  const mintA = openMint(state.token_a_mint, read, { program: tokenProgramOf(state.token_a_flag) })
  const mintB = openMint(state.token_b_mint, read, { program: tokenProgramOf(state.token_b_flag) })
  const vaultA = openVault(state.token_a_vault, read, mintA, poolAuthority)
  const vaultB = openVault(state.token_b_vault, read, mintB, poolAuthority)
  if (mintA.address === mintB.address) mismatch(address, 'token_b_mint', 'another token', mintB.address)
  const isPaused = state.pool_status !== 0 || vaultA.state === 'frozen' || vaultB.state === 'frozen'
  const { activation_point: activationPoint, activation_type: activationType } = state
  const aToB = sideOf(state, 'aToB', mintA, mintB)
  const bToA = sideOf(state, 'bToA', mintB, mintA)
  const sideFrom = (tokenIn: Address): Side => {
    if (tokenIn === aToB.tokenIn) return aToB
    if (tokenIn === bToA.tokenIn) return bToA
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  const pointAt = ({ slot, unixTimestamp }: Clock) => (activationType === 0 ? slot : unixTimestamp)
  // A slot takes some 400 ms. Rounds up to whole seconds.
  const inSeconds = (left: bigint) => (activationType === 0 ? (left * 2n + 4n) / 5n : left)
  const opensAtSeconds = (clock: Clock) => {
    const left = activationPoint - pointAt(clock)
    return left > 0n ? clock.unixTimestamp + inSeconds(left) : undefined
  }
  const settledFrom = [activationPoint, aToB.direction?.fees.settledFrom ?? 0n, bToA.direction?.fees.settledFrom ?? 0n]

  return {
    protocol: 'meteora_damm_v2',
    evidence,
    address,
    slot: account.slot,
    tokens: [tokenOf(mintA), tokenOf(mintB)],
    nativeSettlement: 'wrapped',
    lockedLiquidity: { locked: state.permanent_lock_liquidity, whole: state.liquidity },
    opensAtSeconds,
    reserves: () => [vaultA.amount - state.protocol_a_fee, vaultB.amount - state.protocol_b_fee],
    changesWith(clock) {
      const point = pointAt(clock)
      if (settledFrom.every(from => point >= from)) return undefined
      return activationType === 0 ? 'slots' : 'seconds'
    },
    quote(request, clock) {
      const side = sideFrom(request.tokenIn)
      assertTradable('exactIn' in request ? request.exactIn : request.exactOut)
      if (isPaused) throw new TernError('quote/paused', { pool: address })
      const openTimeSeconds = opensAtSeconds(clock)
      if (openTimeSeconds !== undefined) throw new TernError('quote/notOpen', { pool: address, openTimeSeconds })
      const point = pointAt(clock)
      // At the end of its price range, a pool takes no more in this direction.
      if (side.direction === undefined || side.direction.curve.edge?.input === 0n)
        throw new TernError('quote/noLiquidity', { pool: address })
      return 'exactIn' in request
        ? quoteExactIn(side, side.direction, request, request.exactIn, point, clock.epoch)
        : quoteExactOut(side, side.direction, request, request.exactOut, point, clock.epoch)
    },
    async swap(quote, limit, parties) {
      const side = sideFrom(quote.tokenIn)
      await assertDerived(address, state)
      return [encodeQuote(address, state, side.name, quote, limit, parties)]
    },
    opens: async () => [],
  }
}

function sideOf(state: PoolState, name: 'aToB' | 'bToA', mintIn: TradedMint, mintOut: TradedMint): Side {
  const compounds = isCompounding(state)
  return {
    name,
    direction: directionOf(state, name),
    tokenIn: mintIn.address,
    tokenOut: mintOut.address,
    chargingIn: chargingOf(mintIn),
    chargingOut: chargingOf(mintOut),
    currentPrice: priceOf(state, name),
    protocolPercent: BigInt(state.protocol_fee_percent),
    referralPercent: BigInt(state.referral_fee_percent),
    // Release 0.2 added compounding pools.
    specialCase: compounds ? 'laterRelease' : undefined,
  }
}

/**
 * Quotes an exact input; beyond the price range, a partial fill.
 * @see `process_swap_exact_in`, `process_swap_partial_fill` (instructions/swap/*.rs)
 */
function quoteExactIn(
  side: Side,
  direction: Direction,
  request: SwapRequest,
  given: bigint,
  point: bigint,
  epoch: bigint,
): Quote {
  const arriving = received(side.chargingIn, epoch, given)
  const whole = swapExactIn(direction, arriving, point)
  const result = whole ?? swapToEdge(direction, arriving, point)
  const amountIn = whole === undefined ? result && sent(side.chargingIn, epoch, result.amountIn) : given
  if (result === undefined || amountIn === undefined)
    throw new TernError('quote/beyondReserves', { amountOut: given, reserveOut: direction.curve.maxOut })
  const amountOut = received(side.chargingOut, epoch, result.amountOut)
  if (amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, direction, request, result, amountIn, amountOut, whole === undefined ? 'partial' : 'whole')
}

/** @see `process_swap_exact_out` (instructions/swap/swap_exact_out.rs) */
function quoteExactOut(
  side: Side,
  direction: Direction,
  request: SwapRequest,
  amountOut: bigint,
  point: bigint,
  epoch: bigint,
): Quote {
  const { maxOut } = direction.curve
  const leaving = amountOut <= maxOut ? sent(side.chargingOut, epoch, amountOut) : undefined
  const result = leaving === undefined ? undefined : swapExactOut(direction, leaving, point)
  const amountIn = result && sent(side.chargingIn, epoch, result.amountIn)
  if (result === undefined || amountIn === undefined)
    throw new TernError('quote/beyondReserves', { amountOut, reserveOut: maxOut })
  return settle(side, direction, request, result, amountIn, amountOut, 'whole')
}

type Fee = { kind: FeeKind; mint: Address; amount: bigint }

/**
 * Builds the quote. Its fees count each unit once.
 * `trade` is the share of the liquidity providers, including the part that compounds.
 */
function settle(
  side: Side,
  { isFeeOnInput }: Direction,
  request: SwapRequest,
  result: SwapResult,
  amountIn: bigint,
  amountOut: bigint,
  filled: 'whole' | 'partial',
): Quote {
  const { tokenIn, tokenOut } = side
  const mint = isFeeOnInput ? tokenIn : tokenOut
  const protocol = floorQuotient(result.fee, side.protocolPercent, 100n)
  const referral = request.referralPpm ? (protocol * side.referralPercent) / 100n : 0n
  const fees: Fee[] = [
    { kind: 'trade', mint, amount: result.fee - protocol },
    { kind: 'protocol', mint, amount: protocol - referral },
  ]
  if (referral > 0n) fees.push({ kind: 'referral', mint, amount: referral })
  if (amountIn > result.amountIn) fees.push({ kind: 'transfer', mint: tokenIn, amount: amountIn - result.amountIn })
  if (result.amountOut > amountOut)
    fees.push({ kind: 'transfer', mint: tokenOut, amount: result.amountOut - amountOut })
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
    priceImpact: result.passage.priceImpact,
    computeUnits,
    specialCase: side.specialCase,
  }
}

function encodeQuote(
  pool: Address,
  state: PoolState,
  direction: 'aToB' | 'bToA',
  quote: Quote,
  limit: bigint,
  parties: SwapParties,
) {
  const baseFee = decodeBaseFee(state.base_fee)
  const isLimited = direction === 'bToA' && baseFee.mode === 'rateLimiter' && isRateLimited(baseFee)
  const accounts = {
    pool,
    input_token_account: parties.tokenAccountIn,
    output_token_account: parties.tokenAccountOut,
    token_a_vault: state.token_a_vault,
    token_b_vault: state.token_b_vault,
    token_a_mint: state.token_a_mint,
    token_b_mint: state.token_b_mint,
    payer: parties.owner,
    token_a_program: tokenProgramOf(state.token_a_flag),
    token_b_program: tokenProgramOf(state.token_b_flag),
    referral_token_account: parties.referral,
    instructions: isLimited ? 'shown' : 'hidden',
  } as const
  const { request } = quote
  if ('exactOut' in request) return encodeSwap2(accounts, 'exactOut', request.exactOut, limit)
  return quote.filled === 'whole'
    ? encodeSwap(accounts, quote.amountIn, limit)
    : encodeSwap2(accounts, 'partialFill', request.exactIn, limit)
}

/**
 * Checks the vaults that the program derives from the pool, so that a pool invented by a node fails before signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived(pool: Address, state: PoolState): Promise<void> {
  const [vaultA, vaultB] = await Promise.all([
    vaultAddress(state.token_a_mint, pool),
    vaultAddress(state.token_b_mint, pool),
  ])
  if (vaultA !== state.token_a_vault) mismatch(pool, 'token_a_vault', vaultA, state.token_a_vault)
  if (vaultB !== state.token_b_vault) mismatch(pool, 'token_b_vault', vaultB, state.token_b_vault)
}
