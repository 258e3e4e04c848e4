import {
  type AccountSnapshot,
  type Address,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import fc from 'fast-check'
import { authorityBump, bonkPlatforms, configAddress, vaultAddress } from '../src/raydiumLaunchlab/addresses.ts'
import {
  type GlobalConfig,
  type PlatformConfig,
  type PoolState,
  poolAddress,
  program,
  raydiumLaunchlab,
} from '../src/raydiumLaunchlab/index.ts'
import { globalConfigLayout, platformConfigLayout, poolStateLayout } from '../src/raydiumLaunchlab/layout.ts'
import { type CurveType, curveTypes } from '../src/raydiumLaunchlab/quote.ts'
import { encodeMint } from './tokenBytes.ts'
import type { PoolCase } from './venueContract.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address

export const launchlabMint = key(51)
export const launchlabCreator = key(52)
/** A platform without a protocol name of its own. */
const somePlatform = key(53)
export const launchlabClock = { slot: 8n, unixTimestamp: 1_790_000_000n, epoch: 900n }

const quoteMints = [wrappedNativeMint, usdcMint] as const
/** Addresses are derived once for each of the few mints. */
const addressesOf = new Map(
  await Promise.all(
    quoteMints.map(async quoteMint => {
      const pool = await poolAddress(launchlabMint, quoteMint)
      const configs = await Promise.all(curveTypes.map((_, type) => configAddress(quoteMint, type, 0)))
      const vaults = [await vaultAddress(pool, launchlabMint), await vaultAddress(pool, quoteMint)] as const
      return [quoteMint, { pool, configs, vaults }] as const
    }),
  ),
)

export interface LaunchlabFees {
  readonly bps: number
  readonly newerBps: number
  readonly maximum: bigint
}

/** A made-up pool; defaults are plain. */
export interface LaunchlabShape {
  readonly type?: CurveType
  readonly quoteMint?: Address
  readonly platform?: Address
  readonly state?: Partial<PoolState>
  readonly config?: Partial<GlobalConfig>
  readonly rates?: Partial<PlatformConfig>
  /** Token-2022's transfer fee of the token; `null` for Token-2022 without a fee, unset for a classic token. */
  readonly transferFees?: LaunchlabFees | null
  /** Size in bytes of the platform's account. */
  readonly platformLength?: number
}

/** Raydium's default curve: 793.1 of 1,000 million tokens for 85 SOL. */
const initialPool = {
  total_base_sell: 793_100_000_000_000n,
  virtual_base: 1_073_025_605_596_382n,
  virtual_quote: 30_000_852_951n,
  total_quote_fund_raising: 85_000_000_000n,
} as const

/** A pool with its accounts. */
export function makeLaunchlabPool(shape: LaunchlabShape): PoolCase {
  const { type = 'constantProduct', quoteMint = wrappedNativeMint, platform = somePlatform } = shape
  const addresses = addressesOf.get(quoteMint)
  const kind = curveTypes.indexOf(type)
  const config = addresses?.configs[kind]
  if (addresses === undefined || config === undefined) throw new RangeError(`no addresses for ${quoteMint}`)
  const { pool, vaults } = addresses
  const isToken2022 = shape.transferFees !== undefined
  const quoteDecimals = quoteMint === wrappedNativeMint ? 9 : 6
  const state: PoolState = {
    epoch: 800n,
    auth_bump: authorityBump,
    status: 0,
    base_decimals: 6,
    quote_decimals: quoteDecimals,
    migrate_type: 1,
    supply: 10n ** 15n,
    ...initialPool,
    real_base: 0n,
    real_quote: 0n,
    quote_protocol_fee: 0n,
    platform_fee: 0n,
    migrate_fee: 0n,
    total_locked_amount: 0n,
    cliff_period: 0n,
    unlock_period: 0n,
    start_time: 0n,
    allocated_share_amount: 0n,
    global_config: config,
    platform_config: platform,
    base_mint: launchlabMint,
    quote_mint: quoteMint,
    base_vault: vaults[0],
    quote_vault: vaults[1],
    creator: launchlabCreator,
    token_program_flag: isToken2022 ? 1 : 0,
    amm_fee_on: 0,
    platform_vesting_share: 0n,
    padding: new Uint8Array(54),
    ...shape.state,
  }
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 1_000_000_000n,
    executable: false,
    slot: 7n,
  })
  const platformData = new Uint8Array(shape.platformLength ?? 944)
  platformData.set(platformConfigLayout.encode({ ...samplePlatform, ...shape.rates }))
  const baseProgram = isToken2022 ? token2022Program : tokenProgram
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pool, account(program, poolStateLayout.encode(state))],
    [
      config,
      account(
        program,
        globalConfigLayout.encode({ ...sampleGlobalConfig, curve_type: kind, quote_mint: quoteMint, ...shape.config }),
      ),
    ],
    [platform, account(program, platformData)],
    [launchlabMint, account(baseProgram, encodeMint(6, shape.transferFees ?? undefined, 900n))],
  ])
  if (quoteMint !== wrappedNativeMint)
    accounts.set(quoteMint, account(tokenProgram, encodeMint(quoteDecimals, undefined, 900n)))
  const left = state.total_base_sell - state.real_base
  return {
    venue: raydiumLaunchlab,
    address: pool,
    accounts,
    clock: launchlabClock,
    holds: [left > 0n ? left : 0n, state.real_quote],
    coarseness: 1n,
  }
}

const sampleGlobalConfig: GlobalConfig = {
  epoch: 700n,
  curve_type: 0,
  index: 0,
  migrate_fee: 0n,
  trade_fee_rate: 2_500n,
  max_share_fee_rate: 10_000n,
  min_base_supply: 10_000_000n,
  max_lock_rate: 300_000n,
  min_base_sell_rate: 200_000n,
  min_base_migrate_rate: 200_000n,
  min_quote_fund_raising: 30_000_000_000n,
  quote_mint: wrappedNativeMint,
  protocol_fee_owner: key(54),
  migrate_fee_owner: key(55),
  migrate_to_amm_wallet: key(56),
  migrate_to_cpswap_wallet: key(57),
  padding: new Uint8Array(128),
}

export const samplePlatform: PlatformConfig = {
  epoch: 700n,
  platform_fee_wallet: key(58),
  platform_nft_wallet: key(59),
  platform_scale: 400_000n,
  creator_scale: 500_000n,
  burn_scale: 100_000n,
  fee_rate: 7_500n,
  name: new Uint8Array(64),
  web: new Uint8Array(256),
  img: new Uint8Array(256),
  cpswap_config: key(60),
  creator_fee_rate: 500n,
  transfer_fee_extension_auth: systemProgram,
  platform_vesting_wallet: systemProgram,
  platform_vesting_scale: 0n,
  platform_cp_creator: systemProgram,
  restrict_global_config: 0,
  restrict_curve_param: 0,
  curve_rule_manager: systemProgram,
  padding: new Uint8Array(74),
}

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

type Reserves = Pick<PoolState, 'total_base_sell' | 'virtual_base' | 'virtual_quote' | 'real_base' | 'real_quote'>

/** Millionths. */
const parts = fc.nat(999_999).map(BigInt)

/** Positions on Raydium's default curve, and curves of any size. The payments match the curve's costs. */
const constantProducts: fc.Arbitrary<Reserves> = fc
  .tuple(
    fc.oneof(
      fc.constant([initialPool.virtual_base, initialPool.virtual_quote, initialPool.total_base_sell] as const),
      fc
        .tuple(magnitudes(60), magnitudes(58), parts)
        .map(([base, quote, sold]) => [base + 2n, quote, (base * sold) / 1_000_000n + 1n] as const),
    ),
    parts,
  )
  .map(([[virtual_base, virtual_quote, total_base_sell], part]) => {
    const real_base = (total_base_sell * part) / 1_000_000n
    const real_quote = -((-virtual_quote * real_base) / (virtual_base - real_base))
    return { total_base_sell, virtual_base, virtual_quote, real_base, real_quote }
  })
  .filter(({ virtual_quote, real_quote }) => virtual_quote + real_quote < 1n << 62n)

const fixedPrices: fc.Arbitrary<Reserves> = fc
  .tuple(magnitudes(60), magnitudes(60), parts)
  .map(([virtual_base, virtual_quote, part]) => {
    const real_base = (virtual_base * part) / 1_000_000n
    const real_quote = (real_base * virtual_quote + virtual_base - 1n) / virtual_base
    return { total_base_sell: virtual_base, virtual_base, virtual_quote, real_base, real_quote }
  })

/** A linear price is a quotient of 2⁶⁴. The slopes come from launches that raise some amount. */
const linearPrices: fc.Arbitrary<Reserves> = fc
  .tuple(fc.bigInt(10n ** 9n, 10n ** 18n), magnitudes(58), parts)
  .map(([total_base_sell, raised, part]) => {
    const slope = (2n * raised * 2n ** 64n) / (total_base_sell * total_base_sell)
    const virtual_base = slope === 0n ? 1n : slope < 2n ** 63n ? slope : 2n ** 63n
    const real_base = (total_base_sell * part) / 1_000_000n
    const real_quote = (virtual_base * real_base * real_base + 2n ** 65n - 1n) / 2n ** 65n
    return { total_base_sell, virtual_base, virtual_quote: 0n, real_base, real_quote }
  })
  .filter(({ real_quote }) => real_quote < 1n << 62n)

const rates = fc.record({
  trade_fee_rate: fc.oneof(fc.constant(2_500n), fc.bigInt(1n, 200_000n)),
  fee_rate: fc.oneof(fc.constantFrom(0n, 7_500n, 10_000n), fc.bigInt(0n, 200_000n)),
  creator_fee_rate: fc.oneof(fc.constantFrom(0n, 500n), fc.bigInt(0n, 200_000n)),
})
/** Token-2022's transfer fees. */
export const transferFees: fc.Arbitrary<LaunchlabFees> = fc.record({
  bps: fc.nat(10_000),
  newerBps: fc.nat(10_000),
  maximum: magnitudes(64),
})
const someTransferFees = fc.oneof(fc.constantFrom(undefined, undefined, null), transferFees)

/** Pools of every type that the program can create, with the given curve types. */
export function launchlabPoolsOf(...types: readonly CurveType[]): fc.Arbitrary<PoolCase> {
  const reservesOf = { constantProduct: constantProducts, fixedPrice: fixedPrices, linearPrice: linearPrices }
  return fc
    .record({
      curve: fc.constantFrom(...types).chain(type => fc.record({ type: fc.constant(type), state: reservesOf[type] })),
      rates,
      transferFees: someTransferFees,
      quoteMint: fc.constantFrom(...quoteMints),
      platform: fc.constantFrom(somePlatform, ...bonkPlatforms),
      migrate_type: fc.constantFrom(0, 1),
      platformLength: fc.constantFrom(940, 944, 2_000),
    })
    .map(({ curve: { type, state }, rates: { trade_fee_rate, ...platformRates }, migrate_type, ...rest }) =>
      makeLaunchlabPool({
        ...{ type, state: { ...state, migrate_type }, config: { trade_fee_rate }, rates: platformRates },
        quoteMint: rest.quoteMint,
        platform: rest.platform,
        platformLength: rest.platformLength,
        ...(rest.transferFees === undefined ? {} : { transferFees: rest.transferFees }),
      }),
    )
}

export const launchlabPools = launchlabPoolsOf('constantProduct', 'fixedPrice', 'linearPrice')
