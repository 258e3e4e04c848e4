import {
  type AccountSnapshot,
  type Address,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { bitmapExtensionAddress, configAddress, observationAddress } from '../src/raydiumClmm/addresses.ts'
import {
  type PoolState,
  poolAddress,
  program,
  raydiumClmm,
  tickArrayAddress,
  vaultAddress,
} from '../src/raydiumClmm/index.ts'
import {
  type AmmConfig,
  ammConfigLayout,
  bitmapExtensionLayout,
  type DynamicFeeInfo,
  poolStateLayout,
  type TickState,
  tickArrayLayout,
} from '../src/raydiumClmm/layout.ts'
import { sqrtPriceAtTick } from '../src/raydiumClmm/tick.ts'
import { encodeMint, encodeVault } from './tokenBytes.ts'
import type { PoolCase } from './venueContract.ts'

const mints = [wrappedNativeMint, 'ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address] as const
const config = await configAddress(0)
const pool = await poolAddress(config, ...mints)
const vaults = [await vaultAddress(pool, mints[0]), await vaultAddress(pool, mints[1])] as const
const observation = await observationAddress(pool)

/** Addresses of a made-up pool: the program's own derivations for two fixed mints. */
export const clmmAddresses = { config, pool, mints, vaults, observation }

/** Liquidity between two ticks. */
export interface Range {
  readonly lower: number
  readonly upper: number
  readonly liquidity: bigint
}

/** Token-2022's transfer fee, before and from epoch 500 on. */
export interface TransferFees {
  readonly bps: number
  readonly newerBps: number
  readonly maximum: bigint
}

/** Orders at a tick, in raw units of the token that they sell. */
export interface Orders {
  readonly tick: number
  readonly fresh: bigint
  readonly begun: bigint
}

/** A made-up pool; defaults are plain. */
export interface ClmmShape {
  readonly tickSpacing: number
  readonly tick: number
  /** Position between the tick's price and the next tick's, in thousandths. */
  readonly within?: number
  readonly ranges: readonly Range[]
  readonly orders?: readonly Orders[]
  readonly state?: Partial<PoolState>
  readonly config?: Partial<AmmConfig>
  readonly dynamicFee?: Partial<DynamicFeeInfo>
  readonly transferFees?: readonly [TransferFees | undefined, TransferFees | undefined]
}

/** The clock of the made-up pools. */
export const clmmClock = { slot: 1n, unixTimestamp: 1_800_000_000n, epoch: 500n }

const noDynamicFee: DynamicFeeInfo = {
  filter_period: 0,
  decay_period: 0,
  reduction_factor: 0,
  dynamic_fee_control: 0,
  max_volatility_accumulator: 0,
  tick_spacing_index_reference: 0,
  volatility_reference: 0,
  volatility_accumulator: 0,
  last_update_timestamp: 0n,
  padding: new Uint8Array(46),
}

const emptyTick: TickState = {
  tick: 0,
  liquidity_net: 0n,
  liquidity_gross: 0n,
  fee_growth_outside_0_x64: 0n,
  fee_growth_outside_1_x64: 0n,
  reward_growths_outside_x64: [0n, 0n, 0n],
  order_phase: 0n,
  orders_amount: 0n,
  part_filled_orders_remaining: 0n,
  unfilled_ratio_x64: 0n,
  padding: new Uint8Array(12),
}
const emptyReward = {
  reward_state: 0,
  open_time: 0n,
  end_time: 0n,
  last_update_time: 0n,
  emissions_per_second_x64: 0n,
  reward_total_emitted: 0n,
  reward_claimed: 0n,
  token_mint: systemProgram,
  token_vault: systemProgram,
  authority: systemProgram,
  reward_growth_global_x64: 0n,
}

/** The states of a pool's ticks, by tick. */
function ticksOf({ ranges, orders = [] }: ClmmShape): ReadonlyMap<number, TickState> {
  const ticks = new Map<number, TickState>()
  const change = (tick: number, by: (state: TickState) => Partial<TickState>) => {
    const state = ticks.get(tick) ?? { ...emptyTick, tick }
    ticks.set(tick, { ...state, ...by(state) })
  }
  const end = (tick: number, net: bigint, gross: bigint) =>
    change(tick, state => ({
      liquidity_net: state.liquidity_net + net,
      liquidity_gross: state.liquidity_gross + gross,
    }))
  for (const { lower, upper, liquidity } of ranges) {
    end(lower, liquidity, liquidity)
    end(upper, -liquidity, liquidity)
  }
  for (const { tick, fresh, begun } of orders)
    change(tick, () => ({
      order_phase: 3n,
      orders_amount: fresh,
      part_filled_orders_remaining: begun,
      unfilled_ratio_x64: 2n ** 63n,
    }))
  return ticks
}

/** The max of each token that can leave: everything below the price is token 1, everything above is token 0. */
function holdsOf({ ranges, orders = [], tick }: ClmmShape, price: bigint): readonly [bigint, bigint] {
  let [token0, token1] = [0n, 0n]
  for (const { lower, upper, liquidity } of ranges) {
    const [low, high] = [sqrtPriceAtTick(lower), sqrtPriceAtTick(upper)]
    const at = price < low ? low : price > high ? high : price
    // Deposits are rounded up.
    token0 += ((liquidity << 64n) * (high - at)) / (high * at) + 1n
    token1 += ((liquidity * (at - low)) >> 64n) + 1n
  }
  for (const order of orders)
    if (order.tick > tick) token0 += order.fresh + order.begun
    else token1 += order.fresh + order.begun
  return [token0, token1]
}

/** The accounts of a pool of this shape, as the program would leave them. */
export function makeClmmPool(shape: ClmmShape): PoolCase & { readonly accounts: Map<Address, AccountSnapshot | null> } {
  const { tick, tickSpacing, within = 0, ranges } = shape
  const fees = shape.transferFees ?? [undefined, undefined]
  const programs = fees.map(one => (one === undefined ? tokenProgram : token2022Program)) as [Address, Address]
  const from = sqrtPriceAtTick(tick)
  const price = from + ((sqrtPriceAtTick(tick + 1) - from) * BigInt(within)) / 1000n
  const liquidity = ranges
    .filter(({ lower, upper }) => lower <= tick && tick < upper)
    .reduce((sum, range) => sum + range.liquidity, 0n)
  const span = 60 * tickSpacing
  const arrays = new Map<number, TickState[]>()
  for (const [at, state] of ticksOf(shape)) {
    const array = Math.floor(at / span)
    const ticks = arrays.get(array) ?? Array.from({ length: 60 }, () => emptyTick)
    ticks[(at - array * span) / tickSpacing] = state
    arrays.set(array, ticks)
  }
  const near = new Uint8Array(128)
  const positive = new Uint8Array(896)
  const negative = new Uint8Array(896)
  const set = (bits: Uint8Array, index: number) => {
    bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7))
  }
  // Counts like states/tickarray_bitmap_extension.rs: rows outwards, and backwards within a row of negative arrays.
  for (const array of arrays.keys())
    if (array >= -512 && array < 512) set(near, array + 512)
    else if (array > 0) set(positive, array - 512)
    else {
      const row = Math.ceil(-array / 512) - 2
      set(negative, row * 512 + ((512 - (-array % 512)) % 512))
    }
  const state: PoolState = {
    bump: 255,
    amm_config: config,
    owner: systemProgram,
    token_mint_0: mints[0],
    token_mint_1: mints[1],
    token_vault_0: vaults[0],
    token_vault_1: vaults[1],
    observation_key: observation,
    mint_decimals_0: 9,
    mint_decimals_1: 6,
    tick_spacing: tickSpacing,
    liquidity,
    sqrt_price_x64: price,
    tick_current: tick,
    padding3: 0,
    padding4: 0,
    fee_growth_global_0_x64: 0n,
    fee_growth_global_1_x64: 0n,
    protocol_fees_token_0: 0n,
    protocol_fees_token_1: 0n,
    padding5: new Uint8Array(64),
    status: 0,
    fee_on: 0,
    padding: new Uint8Array(6),
    reward_infos: [emptyReward, emptyReward, emptyReward],
    tick_array_bitmap: near,
    padding6: new Uint8Array(32),
    fund_fees_token_0: 0n,
    fund_fees_token_1: 0n,
    open_time: 0n,
    recent_epoch: 400n,
    dynamic_fee_info: { ...noDynamicFee, ...shape.dynamicFee },
    padding1: new Uint8Array(112),
    padding2: new Uint8Array(256),
    ...shape.state,
  }
  const ammConfig: AmmConfig = {
    bump: 255,
    index: 0,
    owner: systemProgram,
    protocol_fee_rate: 120_000,
    trade_fee_rate: 2_500,
    tick_spacing: tickSpacing,
    fund_fee_rate: 40_000,
    padding_u32: 0,
    fund_owner: systemProgram,
    padding: new Uint8Array(24),
    ...shape.config,
  }
  const holds = holdsOf(shape, price)
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 1_000_000_000n,
    executable: false,
    slot: 7n,
  })
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pool, account(program, poolStateLayout.encode(state))],
    [config, account(program, ammConfigLayout.encode(ammConfig))],
    [vaults[0], account(programs[0], encodeVault(mints[0], pool, holds[0]))],
    [vaults[1], account(programs[1], encodeVault(mints[1], pool, holds[1]))],
    [mints[0], account(programs[0], encodeMint(9, fees[0], 500n))],
    [mints[1], account(programs[1], encodeMint(6, fees[1], 500n))],
  ])
  const extension = bitmapExtensionAddress(pool)
  if (tickSpacing < 15) {
    const bitmaps = { positive_tick_array_bitmap: positive, negative_tick_array_bitmap: negative }
    accounts.set(extension, account(program, bitmapExtensionLayout.encode({ pool_id: pool, ...bitmaps })))
  }
  for (const [array, ticks] of arrays) {
    const data = tickArrayLayout.encode({
      pool_id: pool,
      start_tick_index: array * span,
      ticks,
      initialized_tick_count: ticks.filter(one => one !== emptyTick).length,
      recent_epoch: 400n,
      padding: new Uint8Array(107),
    })
    accounts.set(tickArrayAddress(pool, array * span), account(program, data))
  }
  // At a tick, a unit of the output is worth up to eight units of the input here, plus fees.
  const overpay = 24n
  const optional = [extension]
  const zero = 'quote/zeroSpecified'
  return { venue: raydiumClmm, address: pool, accounts, clock: clmmClock, holds, overpay, optional, zero }
}
