import {
  type AccountSnapshot,
  type Address,
  encodeBase58,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import fc from 'fast-check'
import { curveOf } from '../src/meteoraDbc/curve.ts'
import {
  meteoraDbc,
  type PoolConfig,
  poolAddress,
  program,
  type VirtualPool,
  vaultAddress,
} from '../src/meteoraDbc/index.ts'
import { poolConfigLayout, virtualPoolLayout } from '../src/meteoraDbc/layout.ts'
import { encodeMint, usdcMint } from './pumpfunPools.ts'
import type { PoolCase } from './venueContract.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address

export const dbcMint = key(101)
export const dbcCreator = key(102)
export const dbcConfig = key(103)
export const dbcPool = await poolAddress(dbcConfig, dbcMint, wrappedNativeMint)
export const dbcClock = { slot: 400_000_000n, unixTimestamp: 1_790_000_000n, epoch: 900n }
/** Seconds since the pool opened. */
const openSeconds = 1_000n

const emptyPoint = { sqrt_price: 0n, liquidity: 0n }
const noVesting = {
  is_initialized: 0,
  vesting_percentage: 0,
  padding: new Uint8Array(2),
  bps_per_period: 0,
  number_of_periods: 0,
  frequency: 0,
  cliff_duration_from_migration_time: 0,
}

/** A launchpad's terms as on mainnet: two stretches, a fee of 2%, half of it the creator's, 85 SOL to raise. */
export const sampleConfig: PoolConfig = {
  quote_mint: wrappedNativeMint,
  fee_claimer: key(104),
  leftover_receiver: key(105),
  base_fee: {
    cliff_fee_numerator: 20_000_000n,
    second_factor: 0n,
    third_factor: 0n,
    first_factor: 0,
    base_fee_mode: 0,
    padding_0: new Uint8Array(5),
  },
  dynamic_fee: {
    initialized: 0,
    padding: new Uint8Array(7),
    max_volatility_accumulator: 0,
    variable_fee_control: 0,
    bin_step: 0,
    filter_period: 0,
    decay_period: 0,
    reduction_factor: 0,
    padding2: new Uint8Array(8),
    bin_step_u128: 0n,
  },
  partner_liquidity_vesting_info: noVesting,
  creator_liquidity_vesting_info: noVesting,
  padding_0: new Uint8Array(14),
  padding_1: 0,
  collect_fee_mode: 0,
  migration_option: 1,
  activation_type: 1,
  token_decimal: 6,
  version: 0,
  token_type: 0,
  quote_token_flag: 0,
  partner_permanent_locked_liquidity_percentage: 50,
  partner_liquidity_percentage: 0,
  creator_permanent_locked_liquidity_percentage: 50,
  creator_liquidity_percentage: 0,
  migration_fee_option: 2,
  fixed_token_supply_flag: 1,
  creator_trading_fee_percentage: 50,
  token_update_authority: 1,
  migration_fee_percentage: 0,
  creator_migration_fee_percentage: 0,
  padding_2: new Uint8Array(7),
  swap_base_amount: 800_000_000_000_000n,
  migration_quote_threshold: 85_000_000_000n,
  migration_base_threshold: 200_000_000_000_000n,
  migration_sqrt_price: 380_289_371_323_205_464n,
  locked_vesting_config: {
    amount_per_period: 0n,
    cliff_duration_from_migration_time: 0n,
    frequency: 0n,
    number_of_period: 0n,
    cliff_unlock_amount: 0n,
    padding: 0n,
  },
  pre_migration_token_supply: 1_000_000_000_000_000n,
  post_migration_token_supply: 1_000_000_000_000_000n,
  migrated_collect_fee_mode: 0,
  migrated_dynamic_fee: 0,
  migrated_pool_fee_bps: 0,
  migrated_pool_base_fee_mode: 0,
  enable_first_swap_with_min_fee: 0,
  migrated_compounding_fee_bps: 0,
  pool_creation_fee: 0n,
  migrated_pool_base_fee_bytes: new Uint8Array(16),
  sqrt_start_price: 97_539_491_088_464_050n,
  curve: withTail([
    {
      sqrt_price: 380_289_371_323_205_464n,
      liquidity: 102_292_870_003_338_900_000_000_000_000_000_000_000n / 1_000_000_000_000n,
    },
  ]),
}

/** A curve's points, followed by zeros. */
export function withTail(points: PoolConfig['curve']): PoolConfig['curve'] {
  return [...points, ...Array.from({ length: 20 - points.length }, () => emptyPoint)]
}

/** A pool without any trade. */
export const samplePool: VirtualPool = {
  volatility_tracker: {
    last_update_timestamp: 0n,
    padding: new Uint8Array(8),
    sqrt_price_reference: 0n,
    volatility_accumulator: 0n,
    volatility_reference: 0n,
  },
  config: dbcConfig,
  creator: dbcCreator,
  base_mint: dbcMint,
  base_vault: await vaultAddress(dbcPool, dbcMint),
  quote_vault: await vaultAddress(dbcPool, wrappedNativeMint),
  base_reserve: 1_000_000_000_000_000n,
  quote_reserve: 0n,
  protocol_base_fee: 0n,
  protocol_quote_fee: 0n,
  partner_base_fee: 0n,
  partner_quote_fee: 0n,
  sqrt_price: sampleConfig.sqrt_start_price,
  activation_point: dbcClock.unixTimestamp - openSeconds,
  pool_type: 0,
  is_migrated: 0,
  is_partner_withdraw_surplus: 0,
  is_protocol_withdraw_surplus: 0,
  migration_progress: 0,
  is_withdraw_leftover: 0,
  is_creator_withdraw_surplus: 0,
  migration_fee_withdraw_status: 0,
  total_protocol_base_fee: 0n,
  total_protocol_quote_fee: 0n,
  total_trading_base_fee: 0n,
  total_trading_quote_fee: 0n,
  finish_curve_timestamp: 0n,
  creator_base_fee: 0n,
  creator_quote_fee: 0n,
  legacy_creation_fee_bits: 0,
  creation_fee_bits: 0,
  has_swap: 0,
  padding_0: new Uint8Array(5),
  protocol_liquidity_migration_fee_bps: 20,
  padding_1: new Uint8Array(6),
  protocol_migration_base_fee_amount: 0n,
  protocol_migration_quote_fee_amount: 0n,
  padding_2: new Uint8Array(24),
}

export interface DbcShape {
  readonly state?: Partial<VirtualPool>
  readonly config?: Partial<PoolConfig>
  readonly baseFee?: Partial<PoolConfig['base_fee']>
  readonly dynamicFee?: Partial<PoolConfig['dynamic_fee']>
}

/** A pool and its accounts, at the addresses that the program derives. */
export async function makeDbcPool(shape: DbcShape): Promise<PoolCase> {
  const config: PoolConfig = {
    ...sampleConfig,
    ...shape.config,
    base_fee: { ...sampleConfig.base_fee, ...shape.baseFee },
    dynamic_fee: { ...sampleConfig.dynamic_fee, ...shape.dynamicFee },
  }
  const named = { ...samplePool, ...shape.state }
  const address = await poolAddress(named.config, named.base_mint, config.quote_mint)
  const state: VirtualPool = {
    ...named,
    base_vault: await vaultAddress(address, named.base_mint),
    quote_vault: await vaultAddress(address, config.quote_mint),
  }
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 1_000_000_000n,
    executable: false,
    slot: 7n,
  })
  const accounts = new Map<Address, AccountSnapshot | null>([
    [address, account(program, virtualPoolLayout.encode(state))],
    [state.config, account(program, poolConfigLayout.encode(config))],
  ])
  if (config.quote_mint !== wrappedNativeMint)
    accounts.set(
      config.quote_mint,
      account(config.quote_token_flag === 0 ? tokenProgram : token2022Program, encodeMint(6, 10n ** 16n)),
    )
  return {
    venue: meteoraDbc,
    address,
    accounts,
    clock: dbcClock,
    holds: [state.base_reserve, state.quote_reserve],
    coarseness: 4n,
  }
}

/**
 * Points in rising order. Each is some millionths above the last, with the liquidity that takes an amount of the quote
 * token.
 */
export const curves = fc
  .record({
    start: fc.integer({ min: 34, max: 72 }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), 1n << BigInt(bits))),
    rises: fc.array(fc.bigInt(1_000n, 1_500_000n), { minLength: 1, maxLength: 16 }),
    quotes: fc.array(
      fc.integer({ min: 20, max: 42 }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), 1n << BigInt(bits))),
      { minLength: 16, maxLength: 16 },
    ),
  })
  .map(({ start, rises, quotes }) => {
    let price = start
    const points = rises.map((rise, i) => {
      const next = price + (price * rise) / 1_000_000n + 1n
      const liquidity = ((quotes[i] ?? 1n) << 128n) / (next - price) + 1n
      price = next
      return { sqrt_price: next, liquidity: liquidity < 1n << 127n ? liquidity : 1n << 127n }
    })
    return { start, points }
  })

export const baseFees: fc.Arbitrary<Partial<PoolConfig['base_fee']>> = fc.oneof(
  fc.record({ cliff_fee_numerator: fc.bigInt(2_500_000n, 990_000_000n) }),
  fc
    .record({
      last: fc.bigInt(2_500_000n, 100_000_000n),
      step: fc.bigInt(1n, 1_000_000n),
      periods: fc.integer({ min: 1, max: 500 }),
      frequency: fc.bigInt(1n, 60n),
    })
    .map(({ last, step, periods, frequency }) => ({
      base_fee_mode: 0,
      cliff_fee_numerator: last + step * BigInt(periods),
      first_factor: periods,
      second_factor: frequency,
      third_factor: step,
    })),
  fc
    .record({
      cliff: fc.bigInt(100_000_000n, 900_000_000n),
      periods: fc.integer({ min: 1, max: 100 }),
      bps: fc.bigInt(1n, 300n),
      frequency: fc.bigInt(1n, 60n),
    })
    .map(({ cliff, periods, bps, frequency }) => ({
      base_fee_mode: 1,
      cliff_fee_numerator: cliff,
      first_factor: periods,
      second_factor: frequency,
      third_factor: bps,
    })),
)

/** Fees that rise with the amount of a buy, from an amount of the quote token on. */
export const limiterFees: fc.Arbitrary<Partial<PoolConfig['base_fee']>> = fc
  .record({
    cliff: fc.bigInt(2_500_000n, 500_000_000n),
    bps: fc.integer({ min: 1, max: 9_000 }),
    duration: fc.bigInt(1n, 43_200n),
    reference: fc.integer({ min: 10, max: 40 }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), 1n << BigInt(bits))),
  })
  .map(({ cliff, bps, duration, reference }) => ({
    base_fee_mode: 2,
    cliff_fee_numerator: cliff,
    first_factor: bps,
    second_factor: duration,
    third_factor: reference,
  }))

const dynamicFees = fc.record({
  control: fc.integer({ min: 0, max: 0xffffff }),
  accumulator: fc.bigInt(0n, 14_460_000n),
})

/** A pool's position on its curve, in millionths. */
const ways = fc.oneof(fc.constant(0n), fc.bigInt(0n, 1_000_000n))

/** Pools on all terms that the program allows a launchpad, at some position of their curve. */
function shapes(fees: fc.Arbitrary<Partial<PoolConfig['base_fee']>>): fc.Arbitrary<DbcShape> {
  return fc
    .record({
      curve: curves,
      way: ways,
      raised: fc.oneof(fc.constant(1_000_000n), fc.bigInt(1n, 1_000_000n)),
      baseFee: fees,
      dynamicFee: fc.option(dynamicFees, { nil: undefined }),
      isFeeOnOutput: fc.boolean(),
      creatorShare: fc.integer({ min: 0, max: 100 }),
      isBySlot: fc.boolean(),
      quoteMint: fc.constantFrom(wrappedNativeMint, wrappedNativeMint, usdcMint),
      isToken2022: fc.boolean(),
    })
    .map(placed)
    .filter(isSensible)
}

/**
 * Checks that amounts fit 64 bits and that no stretch sells next to nothing. The program sells no exact output of such
 * a stretch.
 */
function isSensible({ config }: DbcShape): boolean {
  const whole = { ...sampleConfig, ...config }
  const { buyIn, buyOut } = curveOf(whole, { ...samplePool, sqrt_price: whole.sqrt_start_price })
  const [sold, beyond] = [buyIn.at(-1)?.outAfter ?? 0n, buyOut.at(-1)?.outAfter ?? 0n]
  const endsApart = whole.curve.some(point => point.sqrt_price === whole.migration_sqrt_price) || beyond - sold > 1_000n
  return (
    whole.swap_base_amount < 1n << 63n &&
    endsApart &&
    buyOut.every(({ outBefore, outAfter }) => outAfter - outBefore >= 1_000n)
  )
}

interface Placed {
  readonly curve: { readonly start: bigint; readonly points: PoolConfig['curve'] }
  readonly way: bigint
  readonly raised: bigint
  readonly baseFee: Partial<PoolConfig['base_fee']>
  readonly dynamicFee: { readonly control: number; readonly accumulator: bigint } | undefined
  readonly isFeeOnOutput: boolean
  readonly creatorShare: number
  readonly isBySlot: boolean
  readonly quoteMint: Address
  readonly isToken2022: boolean
}

/** The shape of a pool whose price matches its reserves. */
function placed({ curve: { start, points }, way, raised, ...one }: Placed): DbcShape {
  const top = points.at(-1)?.sqrt_price ?? start
  const migration = start + ((top - start) * raised) / 1_000_000n + 1n
  const migrationPrice = migration < top ? migration : top
  const price = start + ((migrationPrice - start) * way) / 1_000_001n
  const config = {
    ...sampleConfig,
    sqrt_start_price: start,
    migration_sqrt_price: migrationPrice,
    curve: withTail(points),
  }
  const whole = curveOf(config, { ...samplePool, sqrt_price: start }).buyIn.at(-1)
  const rest = curveOf(config, { ...samplePool, sqrt_price: price }).buyIn.at(-1)
  const [threshold, forSale] = [whole?.inAfter ?? 1n, whole?.outAfter ?? 0n]
  const left = rest?.inAfter ?? 0n
  const isLimiting = one.baseFee.base_fee_mode === 2
  return {
    baseFee: one.baseFee,
    ...(one.dynamicFee === undefined
      ? {}
      : { dynamicFee: { initialized: 1, bin_step: 1, variable_fee_control: one.dynamicFee.control } }),
    config: {
      ...{ sqrt_start_price: start, migration_sqrt_price: migrationPrice, curve: config.curve },
      migration_quote_threshold: threshold,
      swap_base_amount: forSale,
      migration_base_threshold: 0n,
      collect_fee_mode: one.isFeeOnOutput && !isLimiting ? 1 : 0,
      creator_trading_fee_percentage: one.creatorShare,
      activation_type: one.isBySlot ? 0 : 1,
      quote_mint: one.quoteMint,
      token_type: one.isToken2022 ? 1 : 0,
    },
    state: {
      sqrt_price: price,
      base_reserve: min((rest?.outAfter ?? 0n) + forSale / 4n, (1n << 64n) - 1n),
      quote_reserve: min(threshold - left < 0n ? 0n : threshold - left, threshold - 1n),
      pool_type: one.isToken2022 ? 1 : 0,
      activation_point: (one.isBySlot ? dbcClock.slot : dbcClock.unixTimestamp) - openSeconds,
      volatility_tracker: {
        ...samplePool.volatility_tracker,
        volatility_accumulator: one.dynamicFee?.accumulator ?? 0n,
      },
    },
  }
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)

/** Creates pools beforehand, so that a property draws a pool at once. */
export async function someDbcPools(
  fees: fc.Arbitrary<Partial<PoolConfig['base_fee']>>,
): Promise<fc.Arbitrary<PoolCase>> {
  const made = await Promise.all(fc.sample(shapes(fees), { numRuns: 400, seed: 7 }).map(makeDbcPool))
  return fc.constantFrom(...made)
}

export const dbcPools: fc.Arbitrary<PoolCase> = await someDbcPools(baseFees)
