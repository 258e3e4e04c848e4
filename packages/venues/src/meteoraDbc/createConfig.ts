import type { Instruction } from '@solana/instructions'
import { type Address, systemProgram } from '@tern/core'
import { bool, bytes, type Decoded, struct, u8, u16, u32, u64, u128 } from '@tern/core/internal'
import { readonly, writableSigner } from '../accountMeta.ts'
import { borsh, list, option, type Record } from '../borsh.ts'
import { eventAuthority, program } from './addresses.ts'

const baseFee = struct('BaseFeeParameters', 27, {
  cliff_fee_numerator: u64,
  first_factor: u16,
  second_factor: u64,
  third_factor: u64,
  base_fee_mode: u8,
})
const dynamicFee = struct('DynamicFeeParameters', 32, {
  bin_step: u16,
  bin_step_u128: u128,
  filter_period: u16,
  decay_period: u16,
  reduction_factor: u16,
  max_volatility_accumulator: u32,
  variable_fee_control: u32,
})
const lockedVesting = struct('LockedVestingParams', 40, {
  amount_per_period: u64,
  cliff_duration_from_migration_time: u64,
  frequency: u64,
  number_of_period: u64,
  cliff_unlock_amount: u64,
})
const liquidityVesting = struct('LiquidityVestingInfoParams', 13, {
  vesting_percentage: u8,
  bps_per_period: u16,
  number_of_periods: u16,
  cliff_duration_from_migration_time: u32,
  frequency: u32,
})

/** `create_config` (instructions/partner/ix_create_config.rs). The fields become those of a `PoolConfig`. */
export const createConfigLayout = borsh(
  'create_config',
  {
    base_fee: baseFee,
    dynamic_fee: option(dynamicFee),
    collect_fee_mode: u8,
    migration_option: u8,
    activation_type: u8,
    token_type: u8,
    token_decimal: u8,
    partner_liquidity_percentage: u8,
    partner_permanent_locked_liquidity_percentage: u8,
    creator_liquidity_percentage: u8,
    creator_permanent_locked_liquidity_percentage: u8,
    migration_quote_threshold: u64,
    sqrt_start_price: u128,
    locked_vesting: lockedVesting,
    migration_fee_option: u8,
    token_supply: option(struct('TokenSupplyParams', 16, { pre_migration: u64, post_migration: u64 })),
    creator_trading_fee_percentage: u8,
    token_update_authority: u8,
    migration_fee: struct('MigrationFee', 2, { fee_percentage: u8, creator_fee_percentage: u8 }),
    migrated_pool_fee: struct('MigratedPoolFee', 4, { collect_fee_mode: u8, dynamic_fee: u8, pool_fee_bps: u16 }),
    pool_creation_fee: u64,
    partner_liquidity_vesting_info: liquidityVesting,
    creator_liquidity_vesting_info: liquidityVesting,
    migrated_pool_base_fee_mode: u8,
    migrated_pool_market_cap_fee_scheduler_params: struct('MigratedPoolMarketCapFeeSchedulerParams', 16, {
      number_of_period: u16,
      sqrt_price_step_bps: u16,
      scheduler_expiration_duration: u32,
      reduction_factor: u64,
    }),
    enable_first_swap_with_min_fee: bool,
    compounding_fee_bps: u16,
    padding: bytes(2),
    curve: list(struct('LiquidityDistributionParameters', 32, { sqrt_price: u128, liquidity: u128 })),
  },
  { discriminator: [0xc9, 0xcf, 0xf3, 0x72, 0x4b, 0x6f, 0x2f, 0xbd] },
)
/** The terms that a launchpad asks for. */
export type ConfigParameters = Record<typeof createConfigLayout>
/** The dependence of a fee on volatility. */
export type DynamicFeeParameters = Decoded<typeof dynamicFee>

/** The accounts of a new config. `config` is a new account and signs. `leftover_receiver` gets the rest of a fixed supply. */
export interface CreateConfigAccounts {
  readonly config: Address
  readonly fee_claimer: Address
  readonly leftover_receiver: Address
  readonly quote_mint: Address
  readonly payer: Address
}

/** Creates a config: the terms of later launches. */
export function encodeCreateConfig(a: CreateConfigAccounts, parameters: ConfigParameters): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.config),
      readonly(a.fee_claimer),
      readonly(a.leftover_receiver),
      readonly(a.quote_mint),
      writableSigner(a.payer),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: createConfigLayout.encode(parameters),
  }
}
