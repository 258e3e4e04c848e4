import {
  type AccountSnapshot,
  type Address,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { feeConfigSizes } from '../src/pumpFees/feeConfig.ts'
import { type FeeConfig, program as feeProgram } from '../src/pumpFees/index.ts'
import { feeConfigLayout } from '../src/pumpFees/layout.ts'
import { feeConfig, globalAddress } from '../src/pumpfun/addresses.ts'
import { type BondingCurve, bondingCurveAddress, type Global, program, pumpfun } from '../src/pumpfun/index.ts'
import { bondingCurveLayout, globalLayout } from '../src/pumpfun/layout.ts'
import type { PoolCase } from './venueContract.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const keys = (from: number, count: number) => Array.from({ length: count }, (_, i) => key(from + i))

export const pumpMint = key(1)
export const pumpCurve = await bondingCurveAddress(pumpMint)
export const pumpCreator = key(2)
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
export const exoticMint = key(3)
export const pumpClock = { slot: 8n, unixTimestamp: 1_790_000_000n, epoch: 900n }
/** The three lists of recipients. */
export const recipients = { normal: keys(10, 8), reserved: keys(20, 8), buyback: keys(30, 8) }

export const initialCurve: BondingCurve = {
  virtual_token_reserves: 1_073_000_000_000_000n,
  virtual_quote_reserves: 30_000_000_000n,
  real_token_reserves: 793_100_000_000_000n,
  real_quote_reserves: 0n,
  token_total_supply: 1_000_000_000_000_000n,
  complete: false,
  creator: pumpCreator,
  is_mayhem_mode: false,
  is_cashback_coin: false,
  quote_mint: systemProgram,
  creator_fee_bps: 0n,
  can_edit_creator_fee: false,
  is_holder_reward: false,
}

export const sampleGlobal: Global = {
  initialized: true,
  authority: key(40),
  fee_recipient: recipients.normal[0] as Address,
  initial_virtual_token_reserves: 1_073_000_000_000_000n,
  initial_virtual_sol_reserves: 30_000_000_000n,
  initial_real_token_reserves: 793_100_000_000_000n,
  token_total_supply: 1_000_000_000_000_000n,
  fee_basis_points: 95n,
  withdraw_authority: key(41),
  enable_migrate: true,
  pool_migration_fee: 15_000_001n,
  creator_fee_basis_points: 5n,
  fee_recipients: recipients.normal.slice(1),
  set_creator_authority: key(42),
  admin_set_creator_authority: key(43),
  create_v2_enabled: true,
  whitelist_pda: key(44),
  reserved_fee_recipient: recipients.reserved[0] as Address,
  mayhem_mode_enabled: true,
  reserved_fee_recipients: recipients.reserved.slice(1),
  is_cashback_enabled: true,
  buyback_fee_recipients: recipients.buyback,
  buyback_basis_points: 5_000n,
  initial_virtual_quote_reserves: 4_292_000_000n,
  whitelisted_quote_mints: [usdcMint],
  creator_fee_configurable: false,
  max_configurable_creator_fee_bps: 0n,
  holder_reward_claim_authority: systemProgram,
  is_holder_reward_enabled: false,
}

const fees = (protocol: bigint, creator: bigint) => ({
  lp_fee_bps: 0n,
  protocol_fee_bps: protocol,
  creator_fee_bps: creator,
})

export const sampleFeeConfig: FeeConfig = {
  bump: 253,
  admin: key(45),
  flat_fees: fees(100n, 50n),
  fee_tiers: [{ market_cap_lamports_threshold: 0n, fees: fees(95n, 30n) }],
  stable_fee_tiers: [],
  exotic_flat_fees: fees(0n, 0n),
}

export function encodeFeeConfig(config: FeeConfig, size: number = feeConfigSizes.current): Uint8Array {
  const data = new Uint8Array(size)
  data.set(feeConfigLayout.encode(config).subarray(0, size))
  return data
}

export interface PumpShape {
  readonly state?: Partial<BondingCurve>
  readonly global?: Partial<Global>
  /** `null` if the account does not exist. */
  readonly fees?: Partial<FeeConfig> | null
  readonly supply?: bigint
  readonly baseProgram?: Address
  /** Size in bytes of the curve's account. */
  readonly length?: number
}

/** A curve with its accounts. */
export function makePumpCurve(shape: PumpShape): PoolCase {
  const state = { ...initialCurve, ...shape.state }
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 1_000_000_000n,
    executable: false,
    slot: 7n,
  })
  const whole = bondingCurveLayout.encode(state)
  const data = new Uint8Array(shape.length ?? 151)
  data.set(whole.subarray(0, data.length))
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pumpCurve, account(program, data)],
    [globalAddress, account(program, globalLayout.encode({ ...sampleGlobal, ...shape.global }))],
    [pumpMint, account(shape.baseProgram ?? tokenProgram, encodeMint(6, shape.supply ?? state.token_total_supply))],
    [
      feeConfig,
      shape.fees === null ? null : account(feeProgram, encodeFeeConfig({ ...sampleFeeConfig, ...shape.fees })),
    ],
  ])
  if (state.quote_mint !== systemProgram)
    accounts.set(state.quote_mint, account(tokenProgram, encodeMint(6, 10n ** 16n)))
  const { real_token_reserves, virtual_token_reserves, real_quote_reserves } = state
  const holds = real_token_reserves < virtual_token_reserves ? real_token_reserves : virtual_token_reserves
  return {
    venue: pumpfun,
    address: pumpCurve,
    mint: pumpMint,
    accounts,
    clock: pumpClock,
    holds: [holds, real_quote_reserves],
    shortest: 49,
    optional: [feeConfig],
    coarseness: 4n,
  }
}

export function encodeMint(decimals: number, supply: bigint): Uint8Array {
  return mintLayout.encode({
    mintAuthorityOption: 0,
    mintAuthority: systemProgram,
    supply,
    decimals,
    isInitialized: true,
    freezeAuthorityOption: 0,
    freezeAuthority: systemProgram,
  })
}

const rates = fc.oneof(fc.constantFrom(0n, 30n, 95n, 100n), fc.bigInt(0n, 4_000n))
const someFees = fc.record({ lp_fee_bps: fc.constant(0n), protocol_fee_bps: rates, creator_fee_bps: rates })
/** Market caps of curves in lamports. */
const thresholds = fc.bigInt(0n, 2_000_000_000_000n)
const feeTiers = fc
  .array(fc.tuple(thresholds, someFees), { minLength: 1, maxLength: 12 })
  .map(tiers =>
    tiers
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([market_cap_lamports_threshold, fees]) => ({ market_cap_lamports_threshold, fees })),
  )
export const feeConfigs: fc.Arbitrary<FeeConfig> = fc.record({
  bump: fc.constant(253),
  admin: fc.constant(key(45)),
  flat_fees: someFees,
  fee_tiers: feeTiers,
  stable_fee_tiers: fc.oneof(fc.constant([]), feeTiers),
  exotic_flat_fees: fc.oneof(fc.constant(fees(0n, 0n)), someFees),
})

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

/** Reserves of a real coin at any position, moved like by mayhem, and of any size. */
const reserves = fc.oneof(
  fc.bigInt(0n, 793_100_000_000_000n).map(sold => {
    const virtual_token_reserves = 1_073_000_000_000_000n - sold
    const virtual_quote_reserves = (1_073_000_000_000_000n * 30_000_000_000n) / virtual_token_reserves
    return {
      virtual_token_reserves,
      virtual_quote_reserves,
      real_token_reserves: 793_100_000_000_000n - sold,
      real_quote_reserves: virtual_quote_reserves - 30_000_000_000n,
    }
  }),
  fc.tuple(magnitudes(62), magnitudes(62), fc.nat(1_000), fc.nat(1_000)).map(([token, quote, sold, paid]) => ({
    virtual_token_reserves: token,
    virtual_quote_reserves: quote,
    real_token_reserves: (token * BigInt(sold)) / 1_001n,
    real_quote_reserves: (quote * BigInt(paid)) / 1_001n,
  })),
)

/** Curves of every type that the program can create. */
export const pumpCurves: fc.Arbitrary<PoolCase> = fc
  .record({
    reserves,
    feeConfig: fc.option(feeConfigs),
    isMayhem: fc.boolean(),
    isCashback: fc.boolean(),
    hasCreator: fc.boolean(),
    ownRate: fc.constantFrom(0n, 10n, 250n),
    isRateConfigurable: fc.boolean(),
    supply: fc.oneof(fc.constant(10n ** 15n), fc.bigInt(1n, 2n * 10n ** 15n)),
    quoteMint: fc.constantFrom(systemProgram, systemProgram, usdcMint, exoticMint),
    baseProgram: fc.constantFrom(tokenProgram, token2022Program),
  })
  .map(one =>
    makePumpCurve({
      state: {
        ...one.reserves,
        is_mayhem_mode: one.isMayhem,
        is_cashback_coin: one.isCashback,
        creator: one.hasCreator ? pumpCreator : systemProgram,
        creator_fee_bps: one.ownRate,
        quote_mint: one.quoteMint,
      },
      global: { creator_fee_configurable: one.isRateConfigurable },
      fees: one.feeConfig,
      supply: one.supply,
      baseProgram: one.baseProgram,
    }),
  )
