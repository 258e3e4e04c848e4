import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  type Clock,
  type Ratio,
  systemProgram,
  TernError,
  tokenProgram,
} from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import { assertOwned, mismatch, oldestSlot, openMint, openVault, tokenOf } from '../openAccounts.ts'
import { reservesPrice } from '../price.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { Pool, Quote, SwapForms, SwapParties, SwapRequest } from '../venue.ts'
import { authority, program } from './addresses.ts'
import { evidence } from './evidence.ts'
import {
  encodeSwapBaseIn,
  encodeSwapBaseInV2,
  encodeSwapBaseOut,
  encodeSwapBaseOutV2,
  withoutMarket,
} from './instructions.ts'
import { type AmmInfo, ammInfoLayout, ammStatus } from './layout.ts'
import { openMarket } from './market.ts'
import { type Curve, reserves, type SwapResult, swapBaseIn, swapBaseOut } from './quote.ts'

/**
 * A swap took up to 15,600 on mainnet in October 2026, and 21,600 on the program of October 2025 with an empty order book.
 * An older token program adds some 6,000 for each of the two transfers.
 */
const computeUnits = 50_000

/** `AmmError::InvalidStatus` (error.rs). */
const invalidStatus = 22

/** A single direction of a pool: the facts that quotes need, computed when the pool is opened. */
interface Direction {
  readonly curve: Curve
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly currentPrice: Ratio
}

/**
 * Decodes a pool's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/invalidValue`.
 */
export function decodePool(account: AccountSnapshot): AmmInfo {
  assertOwned('AmmInfo', account, program)
  const amm: AmmInfo = ammInfoLayout.view(account.data, 'atLeast')
  // `Fees::validate` (state.rs) asserts this. At and beyond it, the program's arithmetic has no result.
  if (amm.swap_fee_numerator >= amm.swap_fee_denominator)
    throw new TernError('layout/invalidValue', { field: 'swap_fee_numerator', value: String(amm.swap_fee_numerator) })
  return amm
}

/** Returns the accounts that `openPool` needs besides the pool's own. */
const neededBy = (amm: AmmInfo): readonly Address[] => [
  amm.coin_vault,
  amm.pc_vault,
  amm.coin_vault_mint,
  amm.pc_vault_mint,
]

/** Checks if a release before July 2026 trades the pool together with an order book. */
const hasOrderBook = (amm: AmmInfo): boolean =>
  amm.status === ammStatus.initialized && amm.market_program !== systemProgram

const formsOf = (amm: AmmInfo): SwapForms => (hasOrderBook(amm) ? orderBookForms : forms)

/** Returns the accounts that `openPool` reads besides the pool's own. */
export function accountsOf(amm: AmmInfo): readonly Address[] {
  return hasOrderBook(amm) ? [...neededBy(amm), amm.market, amm.open_orders] : neededBy(amm)
}

/** The statuses at which the program swaps (`AmmStatus::swap_permission`, state.rs). */
const tradable: readonly bigint[] = [ammStatus.initialized, ammStatus.swapOnly, ammStatus.waitingTrade]

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  const amm = decodePool(account)
  const needed = neededBy(amm)
  const missing = accountsOf(amm).filter(one => !(needed.includes(one) ? read.get(one) : read.has(one)))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })

  const { mints, reserves: amounts, isFrozen } = openTokens(address, amm, read)
  const [coin, pc] = mints
  const refusal = refusalOf(amm, amounts, isFrozen)
  const openTimeSeconds = amm.status === ammStatus.waitingTrade ? amm.pool_open_time : 0n
  const opensAtSeconds = ({ unixTimestamp }: Clock) => (unixTimestamp < openTimeSeconds ? openTimeSeconds : undefined)
  const coinToPc = directionOf(amm, mints, amounts)
  const pcToCoin = directionOf(amm, [pc, coin], [amounts[1], amounts[0]])
  const find = (tokenIn: Address): Direction => {
    if (tokenIn === coin.address) return coinToPc
    if (tokenIn === pc.address) return pcToCoin
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  return {
    protocol: 'raydiumammv4',
    evidence,
    address,
    slot: oldestSlot(read, [address, amm.coin_vault, amm.pc_vault]),
    tokens: [tokenOf(coin), tokenOf(pc)],
    nativeSettlement: 'wrapped',
    liquidityTokens: { mint: amm.lp_mint, given: amm.lp_amount },
    forms: formsOf(amm),
    opensAtSeconds,
    reserves: () => amounts,
    changesWith: clock => (opensAtSeconds(clock) === undefined ? undefined : 'seconds'),
    quote(request, clock) {
      const direction = find(request.tokenIn)
      if (refusal !== undefined) throw new TernError(refusal, { pool: address })
      if (opensAtSeconds(clock) !== undefined) throw new TernError('quote/notOpen', { pool: address, openTimeSeconds })
      return 'exactIn' in request
        ? quoteExactIn(direction, request, request.exactIn)
        : quoteExactOut(direction, request, request.exactOut)
    },
    async swap(quote, limit, parties) {
      find(quote.tokenIn)
      return [encodeSwap({ address, amm, read }, quote, limit, parties)]
    },
    opens: async () => [],
  }
}

/** Opens the mints and the vaults. @throws TernError `layout/*` if the accounts contradict the pool or each other. */
function openTokens(address: Address, amm: AmmInfo, read: AccountSet) {
  const mintOf = (mint: Address, decimals: bigint) =>
    openMint(mint, read, { program: tokenProgram, decimals: Number(decimals) })
  const coin = mintOf(amm.coin_vault_mint, amm.coin_decimals)
  const pc = mintOf(amm.pc_vault_mint, amm.pc_decimals)
  if (coin.address === pc.address) mismatch(address, 'pc_vault_mint', 'another token', pc.address)
  const coinVault = openVault(amm.coin_vault, read, coin, authority)
  const pcVault = openVault(amm.pc_vault, read, pc, authority)
  return {
    mints: [coin, pc] as const,
    reserves: reserves(amm, coinVault.amount, pcVault.amount),
    isFrozen: coinVault.state === 'frozen' || pcVault.state === 'frozen',
  }
}

/** Returns the reason why no amount can trade, in either direction. */
function refusalOf({ status }: AmmInfo, [coin, pc]: readonly [bigint, bigint], isFrozen: boolean) {
  if (isFrozen || !tradable.includes(status)) return 'quote/paused'
  return coin > 0n && pc > 0n ? undefined : 'quote/noLiquidity'
}

function directionOf(
  amm: AmmInfo,
  [mintIn, mintOut]: readonly [TradedMint, TradedMint],
  [reserveIn, reserveOut]: readonly [bigint, bigint],
): Direction {
  return {
    curve: { reserveIn, reserveOut, feeNumerator: amm.swap_fee_numerator, feeDenominator: amm.swap_fee_denominator },
    tokenIn: mintIn.address,
    tokenOut: mintOut.address,
    currentPrice: reservesPrice(reserveIn, reserveOut),
  }
}

/** @see `Processor::process_swap_base_in` (processor.rs) */
function quoteExactIn(direction: Direction, request: SwapRequest, amountIn: bigint): Quote {
  assertTradable(amountIn)
  const result = swapBaseIn(direction.curve, amountIn)
  if (result.amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return settle(direction, request, result)
}

/** @see `Processor::process_swap_base_out` (processor.rs) */
function quoteExactOut(direction: Direction, request: SwapRequest, amountOut: bigint): Quote {
  assertTradable(amountOut)
  const result = swapBaseOut(direction.curve, amountOut)
  if (result === undefined)
    throw new TernError('quote/beyondReserves', { amountOut, reserveOut: direction.curve.reserveOut })
  return settle(direction, request, result)
}

/** Builds the quote. The whole fee stays in the pool: Raydium takes its share of the profit when liquidity changes. */
function settle(direction: Direction, request: SwapRequest, { amountIn, amountOut, inputSwapped }: SwapResult): Quote {
  const { tokenIn, tokenOut, currentPrice, curve } = direction
  return {
    request,
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    filled: 'whole',
    fees: [{ kind: 'trade', mint: tokenIn, amount: amountIn - inputSwapped }],
    currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    // 1 − (Rout / (Rin + in)) / (Rout / Rin), without fees and rounding.
    priceImpact: { numerator: inputSwapped, denominator: curve.reserveIn + inputSwapped },
    computeUnits,
  }
}

/**
 * `swapV2` names eight accounts. Mainnet's release takes it for every pool, and releases before September 2025 for none.
 * `swap` also names an order book, which only older releases read, and only for an `initialized` pool.
 */
const forms: SwapForms = {
  names: ['swapV2', 'swap'],
  isUnknown: error => instructionErrorOf(error) === 'InvalidInstructionData',
}

/** From September 2025 to July 2026, the program answered a `swapV2` of a pool with an order book with an error of its own. */
const orderBookForms: SwapForms = {
  names: ['swapV2', 'swapOnOrderBook'],
  isUnknown(error) {
    const inner = instructionErrorOf(error)
    return forms.isUnknown(error) || (typeof inner === 'object' && Number(inner?.Custom) === invalidStatus)
  },
}

/** Returns the error of the failed instruction in a node's `TransactionError`. */
function instructionErrorOf(error: unknown): { readonly Custom?: unknown } | string | null | undefined {
  const failure: object = typeof error === 'object' && error !== null ? error : {}
  return 'InstructionError' in failure && Array.isArray(failure.InstructionError)
    ? failure.InstructionError[1]
    : undefined
}

function encodeSwap(
  { address, amm, read }: { readonly address: Address; readonly amm: AmmInfo; readonly read: AccountSet },
  quote: Quote,
  limit: bigint,
  { owner, tokenAccountIn, tokenAccountOut, form = 'swapV2' }: SwapParties,
) {
  if (!formsOf(amm).names.includes(form))
    throw new TernError('venue/invalidVersion', { protocol: 'raydiumammv4', version: form })
  const accounts = {
    amm: address,
    amm_coin_vault: amm.coin_vault,
    amm_pc_vault: amm.pc_vault,
    user_source: tokenAccountIn,
    user_destination: tokenAccountOut,
    user_source_owner: owner,
  }
  const isExactIn = 'exactIn' in quote.request
  if (form === 'swapV2')
    return isExactIn
      ? encodeSwapBaseInV2(accounts, quote.amountIn, limit)
      : encodeSwapBaseOutV2(accounts, limit, quote.amountOut)
  const market = form === 'swap' ? withoutMarket(address) : openMarket(address, amm, read)
  return isExactIn
    ? encodeSwapBaseIn(accounts, market, quote.amountIn, limit)
    : encodeSwapBaseOut(accounts, market, limit, quote.amountOut)
}
