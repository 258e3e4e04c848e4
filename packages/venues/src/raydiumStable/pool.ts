import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  type Clock,
  type Ratio,
  TernError,
  tokenProgram,
} from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import { assertOwned, mismatch, oldestSlot, openMint, openVault, tokenOf } from '../openAccounts.ts'
import { openOrdersLayout } from '../openbook/market.ts'
import { impactOf } from '../price.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { Pool, Quote, SwapRequest } from '../venue.ts'
import { accountOfMarket, authority, program } from './addresses.ts'
import { evidence } from './evidence.ts'
import { type AmmInfo, ammInfoLayout, poolStatus } from './layout.ts'
import { type Model, openModel } from './model.ts'
import { placeOf } from './place.ts'
import { isBalancedAfter, minInput, type StablePool, type SwapResult, swapBaseIn, swapBaseOut } from './quote.ts'
import { encodeSwap, openMarket } from './swap.ts'

/**
 * A swap took up to 152,000 on the real program, most of it for its search in the table. An older token program adds
 * some 6,000 for each of the two transfers.
 */
const computeUnits = 200_000

const poolAccountType = 0n

/** A single direction of a pool: the facts that quotes need, computed when the pool is opened. */
interface Direction {
  readonly paid: 'pc' | 'coin'
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly currentPrice: Ratio
  /** Max output: the pool's own account. A part of its tokens may be on an order book. */
  readonly held: bigint
}

/**
 * Decodes a pool's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/invalidValue`.
 */
export function decodePool(account: AccountSnapshot): AmmInfo {
  assertOwned('StableAmmInfo', account, program)
  const amm: AmmInfo = ammInfoLayout.view(account.data, 'atLeast')
  const checks = [
    ['account_type', amm.account_type === poolAccountType],
    // Otherwise the program divides by zero.
    ['sys_decimal_value', amm.sys_decimal_value > 0n],
    ['abort_trade_factor', amm.abort_trade_factor > 0n],
    ['swap_fee_numerator', amm.swap_fee_numerator < amm.swap_fee_denominator],
  ] as const
  for (const [field, isValid] of checks)
    if (!isValid) throw new TernError('layout/invalidValue', { field, value: String(amm[field]) })
  return amm
}

/** Returns the accounts that `openPool` reads besides the pool's own. */
export function accountsOf(amm: AmmInfo): readonly Address[] {
  const { coin_vault, pc_vault, coin_vault_mint, pc_vault_mint, open_orders, market, model_data } = amm
  return [coin_vault, pc_vault, coin_vault_mint, pc_vault_mint, open_orders, market, model_data]
}

/** Random quotes between the points of the table were up to 42 parts per million off a concave curve. */
const bendPpm = 80

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  const amm = decodePool(account)
  const missing = accountsOf(amm).filter(one => !read.get(one))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })

  const { coin, pc, coinVault, pcVault } = openTokens(address, amm, read)
  const market = openMarket(amm, read.get(amm.market) as AccountSnapshot)
  const model = modelOf(read.get(amm.model_data) as AccountSnapshot)
  const reserves = openReserves(amm, read, coinVault.amount, pcVault.amount)
  const place = placeOf(amm, model, reserves)
  const pool = place?.pool
  const openTimeSeconds = openTimeOf(amm)
  const opensAtSeconds = ({ unixTimestamp }: Clock) => (unixTimestamp < openTimeSeconds ? openTimeSeconds : undefined)
  const isFrozen = coinVault.state === 'frozen' || pcVault.state === 'frozen'
  const directionOf = (paid: 'pc' | 'coin'): Direction | undefined => {
    const currentPrice = place?.currentPrice(paid)
    if (currentPrice === undefined) return undefined
    const [tokenIn, tokenOut, held] =
      paid === 'pc' ? [pc.address, coin.address, coinVault.amount] : [coin.address, pc.address, pcVault.amount]
    return { paid, tokenIn, tokenOut, currentPrice, held }
  }
  const coinToPc = directionOf('coin')
  const pcToCoin = directionOf('pc')
  const paidBy = (tokenIn: Address): 'pc' | 'coin' => {
    if (tokenIn === coin.address) return 'coin'
    if (tokenIn === pc.address) return 'pc'
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  return {
    protocol: 'raydium_stable',
    evidence,
    address,
    slot: oldestSlot(read, [address, amm.coin_vault, amm.pc_vault]),
    tokens: [tokenOf(coin), tokenOf(pc)],
    nativeSettlement: 'wrapped',
    bendPpm,
    opensAtSeconds,
    reserves: () => [reserves.coin, reserves.pc],
    changesWith: clock => (opensAtSeconds(clock) === undefined ? undefined : 'seconds'),
    quote(request, clock) {
      const direction = paidBy(request.tokenIn) === 'pc' ? pcToCoin : coinToPc
      if (!tradable.has(amm.status) || isFrozen || !model.isReady)
        throw new TernError('quote/paused', { pool: address })
      if (pool === undefined || direction === undefined) throw new TernError('quote/noLiquidity', { pool: address })
      if (opensAtSeconds(clock) !== undefined) throw new TernError('quote/notOpen', { pool: address, openTimeSeconds })
      return 'exactIn' in request
        ? quoteExactIn(pool, direction, request, request.exactIn)
        : quoteExactOut(pool, direction, request, request.exactOut)
    },
    async swap(quote, limit, parties) {
      const paid = paidBy(quote.tokenIn)
      await assertDerived(address, amm)
      const isExactOut =
        pool !== undefined &&
        'exactOut' in quote.request &&
        swapBaseOut(pool, paid, quote.request.exactOut) !== undefined
      return [encodeSwap({ address, amm, market, isExactOut, ...parties }, quote, limit)]
    },
    opens: async () => [],
  }
}

/** The statuses at which the program swaps. At any other status, it refuses or fails. */
const tradable: ReadonlySet<bigint> = new Set([
  poolStatus.initialized,
  poolStatus.orderBookOnly,
  poolStatus.swapOnly,
  poolStatus.waitingTrade,
])

/** Returns the Unix time in seconds from which on the program swaps. The first swap then sets the status `initialized`. */
function openTimeOf({ status, pool_open_time, orderbook_to_init_time }: AmmInfo): bigint {
  if (status === poolStatus.waitingTrade) return pool_open_time
  return status === poolStatus.orderBookOnly ? orderbook_to_init_time : 0n
}

/** Opens the mints and the vaults. @throws TernError `layout/*` if the accounts contradict the pool or each other. */
function openTokens(address: Address, amm: AmmInfo, read: AccountSet) {
  const mintOf = (mint: Address): TradedMint => openMint(mint, read, { program: tokenProgram })
  const coin = mintOf(amm.coin_vault_mint)
  const pc = mintOf(amm.pc_vault_mint)
  if (coin.address === pc.address) mismatch(address, 'pc_vault_mint', 'another token', pc.address)
  const coinVault = openVault(amm.coin_vault, read, coin, authority)
  const pcVault = openVault(amm.pc_vault, read, pc, authority)
  return { coin, pc, coinVault, pcVault }
}

function modelOf(account: AccountSnapshot): Model {
  assertOwned('ModelData', account, program)
  return openModel(account.data)
}

/** Adds the pool's tokens on its order book, and subtracts the profit that waits for Raydium. */
function openReserves(amm: AmmInfo, read: AccountSet, coin: bigint, pc: bigint) {
  const account = read.get(amm.open_orders) as AccountSnapshot
  assertOwned('OpenOrders', account, amm.market_program)
  const orders = openOrdersLayout.view(account.data, 'atLeast')
  if (amm.market !== orders.market) mismatch(amm.open_orders, 'market', amm.market, orders.market)
  return {
    coin: coin + orders.native_coin_total - amm.need_take_pnl_coin,
    pc: pc + orders.native_pc_total - amm.need_take_pnl_pc,
  }
}

function quoteExactIn(pool: StablePool, direction: Direction, request: SwapRequest, amountIn: bigint): Quote {
  assertTradable(amountIn)
  const result = swapBaseIn(pool, direction.paid, amountIn)
  if (result?.amountOut === 0n) throw new TernError('quote/nothingOut', {})
  return settle(pool, direction, request, result)
}

function quoteExactOut(pool: StablePool, direction: Direction, request: SwapRequest, amountOut: bigint): Quote {
  assertTradable(amountOut)
  const { paid, held } = direction
  const result = amountOut > held ? undefined : (swapBaseOut(pool, paid, amountOut) ?? minInput(pool, paid, amountOut))
  return settle(pool, direction, request, result)
}

/** Builds the quote. The whole fee stays in the pool: Raydium takes its share of the profit when liquidity changes. */
function settle(
  pool: StablePool,
  { paid, tokenIn, tokenOut, currentPrice, held }: Direction,
  request: SwapRequest,
  result: SwapResult | undefined,
): Quote {
  if (
    result === undefined ||
    result.amountOut > held ||
    result.amountIn >= 2n ** 64n ||
    !isBalancedAfter(pool, paid, result)
  )
    throw new TernError('quote/beyondReserves', {
      amountOut: result?.amountOut ?? ('exactOut' in request ? request.exactOut : 0n),
      reserveOut: held,
    })
  const { amountIn, amountOut, inputSwapped } = result
  return {
    ...{ request, tokenIn, tokenOut, amountIn, amountOut, filled: 'whole' },
    fees: [{ kind: 'trade', mint: tokenIn, amount: amountIn - inputSwapped }],
    currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    priceImpact: impactOf(currentPrice, inputSwapped, amountOut),
    computeUnits,
  }
}

/**
 * Checks the addresses that the program derives from the pool's market, so that a pool invented by a node fails before
 * signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived(address: Address, amm: AmmInfo): Promise<void> {
  const [pool, coinVault, pcVault, openOrders] = await Promise.all([
    accountOfMarket(amm.market, 'stable'),
    accountOfMarket(amm.market, 'coin_vault'),
    accountOfMarket(amm.market, 'pc_vault'),
    accountOfMarket(amm.market, 'open_order'),
  ])
  const derived = [
    ['address', pool, address],
    ['coin_vault', coinVault, amm.coin_vault],
    ['pc_vault', pcVault, amm.pc_vault],
    ['open_orders', openOrders, amm.open_orders],
  ] as const
  for (const [field, expected, actual] of derived) if (expected !== actual) mismatch(address, field, expected, actual)
}
