import {
  type Address,
  deriveProgramAddress,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { poolAddress, program, tickArrayAddress, vaultAddress } from '@tern/venues/raydiumClmm'
import {
  ammConfigLayout,
  bitmapExtensionAddress,
  bitmapExtensionLayout,
  configAddress,
  observationAddress,
  observationStateLayout,
  poolStateLayout,
  sqrtPriceAtTick,
  type TickState,
  tickArrayLayout,
  tickAtSqrtPrice,
} from '@tern/venues/raydiumClmm/internal'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { encodeTokenAccount } from '../../../world/tokenAccounts.ts'

/** The world's configs, with mainnet's indexes, rates and spacings. */
const configs = {
  1: { tradeFeePpm: 2_500, tickSpacing: 60 },
  3: { tradeFeePpm: 10_000, tickSpacing: 120 },
} as const
/** The collectors of the protocol's and the fund's shares on mainnet. */
const protocolOwner = 'ProCXqRcXJjoUd1RNoo28bSizAA6EEqt9wURZYPDc5u' as Address
const fundOwner = 'FundHfY8oo8J9KYGyfXFFuQCHe7Z1VBNmsj84eMcdYs4' as Address

const ticksPerArray = 60
/** The outermost ticks of a full range, before rounding to the spacing. */
const outermost = 443_580

/** The index of a config of the world. */
export type ConfigIndex = keyof typeof configs

/** Places the configs, which pools share. */
export async function placeConfigs(genesis: Genesis): Promise<void> {
  for (const [index, { tradeFeePpm, tickSpacing }] of Object.entries(configs)) {
    const data = ammConfigLayout.encode({
      bump: 255,
      index: Number(index),
      owner: protocolOwner,
      protocol_fee_rate: 120_000,
      trade_fee_rate: tradeFeePpm,
      tick_spacing: tickSpacing,
      fund_fee_rate: 40_000,
      padding_u32: 0,
      fund_owner: fundOwner,
      padding: new Uint8Array(24),
    })
    placeAccount(genesis, await configAddress(Number(index)), { owner: program, data })
  }
}

/** A pool to place: an SPL token against wrapped SOL. */
export interface NewPool {
  readonly config: ConfigIndex
  readonly creator: Address
  readonly mint: Address
  readonly decimals: number
  /** Raw units of equal worth at the opening price. The pool's ranges take less of both. */
  readonly tokens: bigint
  readonly lamports: bigint
  /** Ranges around the opening price: `reach` in ticks each way, and `times` the full range's liquidity. */
  readonly ranges: readonly { readonly reach: number; readonly times: bigint }[]
}

interface Range {
  readonly lower: number
  readonly upper: number
  readonly liquidity: bigint
}

/**
 * Places a pool in the state that the program would leave after deposits over the full range and around the price.
 * @returns its address, and the raw units of the token in its vault.
 */
export async function placePool(genesis: Genesis, pool: NewPool): Promise<{ address: Address; tokens: bigint }> {
  const { tickSpacing } = configs[pool.config]
  const isTokenFirst = Buffer.compare(addressBytes(pool.mint), addressBytes(wrappedNativeMint)) < 0
  const [mintA, mintB] = isTokenFirst ? [pool.mint, wrappedNativeMint] : [wrappedNativeMint, pool.mint]
  const [amountA, amountB] = isTokenFirst ? [pool.tokens, pool.lamports] : [pool.lamports, pool.tokens]
  const sqrtPriceX64 = squareRoot((amountB << 128n) / amountA)
  const tick = tickAtSqrtPrice(sqrtPriceX64)
  const ranges = rangesOf(pool, tick, tickSpacing, squareRoot(amountA * amountB) / 2n)
  const [inA, inB] = depositsOf(ranges, sqrtPriceX64)

  const config = await configAddress(pool.config)
  const address = await poolAddress(config, mintA, mintB)
  const [vaultA, vaultB] = [await vaultAddress(address, mintA), await vaultAddress(address, mintB)]
  placeVault(genesis, vaultA, { owner: address, mint: mintA, amount: inA })
  placeVault(genesis, vaultB, { owner: address, mint: mintB, amount: inB })
  placeAccount(genesis, await observationAddress(address), { owner: program, data: encodeEmptyObservations(address) })
  const rows = { positive_tick_array_bitmap: new Uint8Array(896), negative_tick_array_bitmap: new Uint8Array(896) }
  const extension = bitmapExtensionLayout.encode({ pool_id: address, ...rows })
  placeAccount(genesis, bitmapExtensionAddress(address), { owner: program, data: extension })

  const bitmap = new Uint8Array(128)
  for (const [array, ticks] of arraysOf(ranges, tickSpacing)) {
    const bit = array + 512
    bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (1 << (bit & 7))
    const start = array * ticksPerArray * tickSpacing
    placeAccount(genesis, tickArrayAddress(address, start), {
      owner: program,
      data: encodeArray(address, start, ticks),
    })
  }
  const [, bump] = deriveProgramAddress(program, ['pool', ...[config, mintA, mintB].map(addressBytes)])
  const reward = { ...emptyReward, authority: pool.creator }
  const data = poolStateLayout.encode({
    ...{ bump, amm_config: config, owner: pool.creator, token_mint_0: mintA, token_mint_1: mintB },
    ...{ token_vault_0: vaultA, token_vault_1: vaultB, observation_key: await observationAddress(address) },
    mint_decimals_0: isTokenFirst ? pool.decimals : 9,
    mint_decimals_1: isTokenFirst ? 9 : pool.decimals,
    tick_spacing: tickSpacing,
    liquidity: ranges.reduce((sum, { liquidity }) => sum + liquidity, 0n),
    ...{ sqrt_price_x64: sqrtPriceX64, tick_current: tick, padding3: 0, padding4: 0 },
    ...{ fee_growth_global_0_x64: 0n, fee_growth_global_1_x64: 0n },
    ...{ protocol_fees_token_0: 0n, protocol_fees_token_1: 0n, padding5: new Uint8Array(64) },
    ...{ status: 0, fee_on: 0, padding: new Uint8Array(6), reward_infos: [reward, reward, reward] },
    ...{ tick_array_bitmap: bitmap, padding6: new Uint8Array(32), fund_fees_token_0: 0n, fund_fees_token_1: 0n },
    ...{ open_time: 0n, recent_epoch: 0n, dynamic_fee_info: noDynamicFee },
    ...{ padding1: new Uint8Array(112), padding2: new Uint8Array(256) },
  })
  placeAccount(genesis, address, { owner: program, data })
  return { address, tokens: isTokenFirst ? inA : inB }
}

function rangesOf(pool: NewPool, tick: number, tickSpacing: number, liquidity: bigint): readonly Range[] {
  const down = (at: number) => Math.floor(at / tickSpacing) * tickSpacing
  const up = (at: number) => Math.ceil(at / tickSpacing) * tickSpacing
  const around = pool.ranges.map(({ reach, times }) => ({
    ...{ lower: down(tick - reach), upper: up(tick + reach), liquidity: liquidity * times },
  }))
  return [{ lower: up(-outermost), upper: down(outermost), liquidity }, ...around]
}

/** The deposits for the ranges, rounded up like the program's. */
function depositsOf(ranges: readonly Range[], price: bigint): readonly [bigint, bigint] {
  let [a, b] = [0n, 0n]
  for (const { lower, upper, liquidity } of ranges) {
    const [low, high] = [sqrtPriceAtTick(lower), sqrtPriceAtTick(upper)]
    a += ((liquidity << 64n) * (high - price)) / (high * price) + 1n
    b += ((liquidity * (price - low)) >> 64n) + 1n
  }
  return [a, b]
}

/** The ticks at the ends of ranges, by array. */
function arraysOf(ranges: readonly Range[], tickSpacing: number): ReadonlyMap<number, TickState[]> {
  const arrays = new Map<number, TickState[]>()
  const span = ticksPerArray * tickSpacing
  const end = (tick: number, net: bigint, gross: bigint) => {
    const array = Math.floor(tick / span)
    const ticks = arrays.get(array) ?? Array.from({ length: ticksPerArray }, () => emptyTick)
    const slot = (tick - array * span) / tickSpacing
    const { liquidity_net, liquidity_gross } = ticks[slot] ?? emptyTick
    ticks[slot] = { ...emptyTick, tick, liquidity_net: liquidity_net + net, liquidity_gross: liquidity_gross + gross }
    arrays.set(array, ticks)
  }
  for (const { lower, upper, liquidity } of ranges) {
    end(lower, liquidity, liquidity)
    end(upper, -liquidity, liquidity)
  }
  return arrays
}

const encodeArray = (pool: Address, start: number, ticks: readonly TickState[]): Uint8Array =>
  tickArrayLayout.encode({
    pool_id: pool,
    start_tick_index: start,
    ticks,
    initialized_tick_count: ticks.filter(({ liquidity_gross }) => liquidity_gross > 0n).length,
    recent_epoch: 0n,
    padding: new Uint8Array(107),
  })

interface Vault {
  readonly owner: Address
  readonly mint: Address
  readonly amount: bigint
}

function placeVault(genesis: Genesis, address: Address, { owner, mint, amount }: Vault): void {
  if (mint !== wrappedNativeMint) {
    placeAccount(genesis, address, { owner: tokenProgram, data: encodeTokenAccount({ mint, owner, amount }) })
    return
  }
  const data = encodeTokenAccount({ mint, owner, amount, nativeReserve: rentExemption(165) })
  placeAccount(genesis, address, { owner: tokenProgram, data, lamportsOnTop: amount })
}

const encodeEmptyObservations = (pool: Address): Uint8Array =>
  observationStateLayout.encode({
    initialized: false,
    recent_epoch: 0n,
    observation_index: 0,
    pool_id: pool,
    observations: new Array(100).fill({ block_timestamp: 0, tick_cumulative: 0n, padding: new Uint8Array(32) }),
    padding: new Uint8Array(32),
  })

const emptyTick: TickState = {
  ...{ tick: 0, liquidity_net: 0n, liquidity_gross: 0n },
  ...{ fee_growth_outside_0_x64: 0n, fee_growth_outside_1_x64: 0n, reward_growths_outside_x64: [0n, 0n, 0n] },
  ...{ order_phase: 0n, orders_amount: 0n, part_filled_orders_remaining: 0n, unfilled_ratio_x64: 0n },
  padding: new Uint8Array(12),
}

const emptyReward = {
  ...{ reward_state: 0, open_time: 0n, end_time: 0n, last_update_time: 0n, emissions_per_second_x64: 0n },
  ...{ reward_total_emitted: 0n, reward_claimed: 0n, reward_growth_global_x64: 0n },
  ...{ token_mint: systemProgram, token_vault: systemProgram, authority: systemProgram },
}

const noDynamicFee = {
  ...{ filter_period: 0, decay_period: 0, reduction_factor: 0, dynamic_fee_control: 0 },
  ...{ max_volatility_accumulator: 0, tick_spacing_index_reference: 0, volatility_reference: 0 },
  ...{ volatility_accumulator: 0, last_update_timestamp: 0n, padding: new Uint8Array(46) },
}

/** The largest integer whose square is at most `n`. */
function squareRoot(n: bigint): bigint {
  if (n < 2n) return n
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1)
  while (true) {
    const y = (x + n / x) >> 1n
    if (y >= x) return x
    x = y
  }
}
