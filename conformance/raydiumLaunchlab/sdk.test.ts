import { PublicKey } from '@solana/web3.js'
import { type Address, encodeBase58, usdcMint, wrappedNativeMint } from '@tern/core'
import {
  decodeGlobalConfig,
  decodePlatformConfig,
  decodePoolState,
  platformAddress,
  poolAddress,
  program,
} from '@tern/venues/raydiumLaunchlab'
import {
  authority,
  buyExactIn,
  buyExactOut,
  configAddress,
  creatorFeeVaultAddress,
  creatorFeeVaultAuthority,
  curveTypes,
  decodePlatformCurveParams,
  decodeVestingRecord,
  eventAuthority,
  globalConfigLayout,
  initialCurve,
  platformConfigLayout,
  platformFeeVaultAddress,
  platformFeeVaultAuthority,
  poolStateLayout,
  prepareCurve,
  sellExactIn,
  sellExactOut,
  vaultAddress,
  vestingRecordAddress,
  vestingRecordLayout,
} from '@tern/venues/raydiumLaunchlab/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'
import { magnitude, millionths, type none, runs } from '../src/launchlabCurves.ts'
import { runsOf } from '../src/runs.ts'
import { bn, raydiumSdk } from '../src/sdk.ts'

const evidence = proves('raydium_launchlab')
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const key = (address: Address) => new PublicKey(address)

describe('the SDK', () => {
  it('gave the golden quotes', evidence('golden vectors of the SDK'), () => {
    type Answer = { amountA: { amount: string }; amountB: string; splitFee: Record<keyof typeof splits, string> }
    interface Vector {
      readonly curveType: number
      readonly virtualA: string
      readonly virtualB: string
      readonly realA: string
      readonly realB: string
      readonly totalSellA: string
      readonly rates: Readonly<Record<keyof typeof none, number>>
      readonly amount: string
      readonly buyExactIn: Answer | string
      readonly buyExactOut: Answer | string
      readonly sellExactIn: Answer | string
      readonly sellExactOut: Answer | string
    }
    const splits = { platformFee: '', shareFee: '', protocolFee: '', creatorFee: '' }
    const { vectors } = readFixture<{ vectors: readonly Vector[] }>('raydiumLaunchlab/goldenQuotes.json')
    const quotes = { buyExactIn, buyExactOut, sellExactIn, sellExactOut }
    let compared = 0
    for (const vector of vectors) {
      const type = curveTypes[vector.curveType] ?? 'constantProduct'
      const state = {
        total_base_sell: BigInt(vector.totalSellA),
        virtual_base: BigInt(vector.virtualA),
        virtual_quote: BigInt(vector.virtualB),
        real_base: BigInt(vector.realA),
        real_quote: BigInt(vector.realB),
      }
      const { protocol, platform, share, creator } = vector.rates
      const charged = { protocol, platform, share, creator }
      const rates = Object.fromEntries(Object.entries(charged).map(([name, one]) => [name, BigInt(one)])) as typeof none
      const curve = prepareCurve(type, state, rates)
      for (const [name, quote] of Object.entries(quotes) as [keyof typeof quotes, typeof sellExactIn][]) {
        const golden = vector[name]
        const ours = quote(curve, BigInt(vector.amount))
        // Skip amounts that the SDK refuses, and its answers for more than the curve has.
        if (typeof golden === 'string' || ours === undefined) continue
        const base = BigInt(golden.amountA.amount)
        if (type === 'linearPrice') expect([-1n, 0n, 1n]).toContain(ours.base - base)
        else expect([name, ours.base, ours.quote]).toEqual([name, base, BigInt(golden.amountB)])
        expect(ours.protocolFee).toBe(BigInt(golden.splitFee.protocolFee))
        expect(ours.platformFee).toBe(BigInt(golden.splitFee.platformFee))
        expect(ours.creatorFee).toBe(BigInt(golden.splitFee.creatorFee))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(40)
  })

  it('begins curves like Tern', () => {
    const launches = fc.record({
      type: fc.constantFrom(...curveTypes),
      supply: magnitude(63),
      raised: magnitude(63),
      sell: millionths,
      lock: fc.nat(400_000).map(BigInt),
      fee: fc.nat(400_000).map(BigInt),
    })
    let begun = 0
    fc.assert(
      fc.property(launches, ({ type, supply, raised, sell, lock, fee }) => {
        const part = (of: bigint, millionth: bigint) => (of * millionth) / 1_000_000n
        const total_base_sell = part(supply, sell)
        const params = { type, supply, total_base_sell, total_quote_fund_raising: raised, migrate_type: 1 }
        const [locked, migrateFee] = [part(supply, lock), part(raised, fee)]
        const ours = initialCurve(params, locked, migrateFee)
        if (ours === undefined) return
        const numbers = {
          ...{ supply: bn(supply), totalFundRaising: bn(raised), totalSell: bn(total_base_sell) },
          ...{ totalLockedAmount: bn(locked), migrateFee: bn(migrateFee) },
        }
        const curve = raydiumSdk.Curve.getCurve(curveTypes.indexOf(type))
        const { a, b, c } = curve.getInitParam(numbers as unknown as Parameters<typeof curve.getInitParam>[0])
        const { virtual_base, virtual_quote } = ours
        expect([virtual_base, virtual_quote, ours.total_base_sell].map(String)).toEqual([a, b, c].map(String))
        begun++
      }),
      runs,
    )
    expect(begun).toBeGreaterThan(runsOf(1_000))
  })

  it('decodes accounts to the same values', () => {
    const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
    const same = (our: object, their: object, names: Readonly<Record<string, string>>) => {
      const at = (value: object, path: string) =>
        path.split('.').reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], value)
      const text = (value: unknown) => (value instanceof Uint8Array ? Array.from(value).join(',') : String(value))
      for (const [name, theirName] of Object.entries(names))
        expect([name, text(at(our, name))]).toEqual([name, text(at(their, theirName))])
    }
    fc.assert(
      fc.property(bytes(429), bytes(371), bytes(944), bytes(160), (pool, config, platform, vesting) => {
        for (const [data, layout] of [
          [pool, poolStateLayout],
          [config, globalConfigLayout],
          [platform, platformConfigLayout],
          [vesting, vestingRecordLayout],
        ] as const)
          data.set(layout.discriminator)
        pool[poolStateLayout.offsets.status] = 1
        config[globalConfigLayout.offsets.curve_type] = 2
        same(decodePoolState(pool), raydiumSdk.LaunchpadPool.decode(Buffer.from(pool)), poolNames)
        same(decodeGlobalConfig(config), raydiumSdk.LaunchpadConfig.decode(Buffer.from(config)), configNames)
        same(decodePlatformConfig(platform), raydiumSdk.PlatformConfig.decode(Buffer.from(platform)), platformNames)
        same(decodeVestingRecord(vesting), raydiumSdk.LaunchpadVesting.decode(Buffer.from(vesting)), vestingNames)
      }),
      { numRuns: 200 },
    )
  })

  it('decodes the curves of a platform to the same values', () => {
    const { PlatformCurveParam } = raydiumSdk
    expect(PlatformCurveParam.span).toBe(491)
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 491, maxLength: 491 }), { maxLength: 3 }), curves => {
        const data = new Uint8Array(944 + 491 * curves.length)
        data.set(platformConfigLayout.discriminator)
        data[940] = curves.length
        for (const [i, curve] of curves.entries()) data.set(curve, 944 + 491 * i)
        const ours = decodePlatformCurveParams(data)
        expect(ours).toHaveLength(curves.length)
        for (const [i, curve] of curves.entries()) {
          const { epoch, index, global_config, bonding_curve_param: ourParam } = ours[i] ?? expect.fail()
          const theirs = PlatformCurveParam.decode(Buffer.from(curve))
          const { bondingCurveParam: theirParam } = theirs as unknown as { bondingCurveParam: object }
          expect([epoch, index, global_config].map(String)).toEqual(
            [theirs.epoch, theirs.index, theirs.configId].map(String),
          )
          expect(Object.values(ourParam).map(String)).toEqual(Object.values(theirParam).map(String))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('derives the same addresses', async () => {
    const id = key(program)
    const pool = await poolAddress(k(1), wrappedNativeMint)
    expect(pool).toBe(String(raydiumSdk.getPdaLaunchpadPoolId(id, key(k(1)), key(wrappedNativeMint)).publicKey))
    expect(await vaultAddress(pool, k(1))).toBe(
      String(raydiumSdk.getPdaLaunchpadVaultId(id, key(pool), key(k(1))).publicKey),
    )
    for (const [type, index] of [
      [0, 0],
      [2, 258],
    ] as const)
      expect(await configAddress(usdcMint, type, index)).toBe(
        String(raydiumSdk.getPdaLaunchpadConfigId(id, key(usdcMint), type, index).publicKey),
      )
    expect(await platformAddress(k(2))).toBe(String(raydiumSdk.getPdaPlatformId(id, key(k(2))).publicKey))
    expect(await platformFeeVaultAddress(k(3), usdcMint)).toBe(
      String(raydiumSdk.getPdaPlatformVault(id, key(k(3)), key(usdcMint)).publicKey),
    )
    expect(await creatorFeeVaultAddress(k(4), usdcMint)).toBe(
      String(raydiumSdk.getPdaCreatorVault(id, key(k(4)), key(usdcMint)).publicKey),
    )
    expect(await vestingRecordAddress(pool, k(5))).toBe(
      String(raydiumSdk.getPdaVestId(id, key(pool), key(k(5))).publicKey),
    )
    expect([authority, eventAuthority, platformFeeVaultAuthority, creatorFeeVaultAuthority]).toEqual(
      [
        raydiumSdk.getPdaLaunchpadAuth(id),
        raydiumSdk.getPdaCpiEvent(id),
        raydiumSdk.getPdaPlatformFeeVaultAuth(id),
        raydiumSdk.getPdaCreatorFeeVaultAuth(id),
      ].map(({ publicKey }) => String(publicKey)),
    )
  })
})

/** The program's field names and the SDK's. */
const poolNames = {
  epoch: 'epoch',
  auth_bump: 'bump',
  status: 'status',
  base_decimals: 'mintDecimalsA',
  quote_decimals: 'mintDecimalsB',
  migrate_type: 'migrateType',
  supply: 'supply',
  total_base_sell: 'totalSellA',
  virtual_base: 'virtualA',
  virtual_quote: 'virtualB',
  real_base: 'realA',
  real_quote: 'realB',
  total_quote_fund_raising: 'totalFundRaisingB',
  quote_protocol_fee: 'protocolFee',
  platform_fee: 'platformFee',
  migrate_fee: 'migrateFee',
  total_locked_amount: 'vestingSchedule.totalLockedAmount',
  cliff_period: 'vestingSchedule.cliffPeriod',
  unlock_period: 'vestingSchedule.unlockPeriod',
  start_time: 'vestingSchedule.startTime',
  allocated_share_amount: 'vestingSchedule.totalAllocatedShare',
  global_config: 'configId',
  platform_config: 'platformId',
  base_mint: 'mintA',
  quote_mint: 'mintB',
  base_vault: 'vaultA',
  quote_vault: 'vaultB',
  creator: 'creator',
  token_program_flag: 'mintProgramFlag',
  amm_fee_on: 'cpmmCreatorFeeOn',
  platform_vesting_share: 'platformVestingShare',
}
const configNames = {
  epoch: 'epoch',
  curve_type: 'curveType',
  index: 'index',
  migrate_fee: 'migrateFee',
  trade_fee_rate: 'tradeFeeRate',
  max_share_fee_rate: 'maxShareFeeRate',
  min_base_supply: 'minSupplyA',
  max_lock_rate: 'maxLockRate',
  min_base_sell_rate: 'minSellRateA',
  min_base_migrate_rate: 'minMigrateRateA',
  min_quote_fund_raising: 'minFundRaisingB',
  quote_mint: 'mintB',
  protocol_fee_owner: 'protocolFeeOwner',
  migrate_fee_owner: 'migrateFeeOwner',
  migrate_to_amm_wallet: 'migrateToAmmWallet',
  migrate_to_cpswap_wallet: 'migrateToCpmmWallet',
}
const platformNames = {
  epoch: 'epoch',
  platform_fee_wallet: 'platformClaimFeeWallet',
  platform_nft_wallet: 'platformLockNftWallet',
  platform_scale: 'platformScale',
  creator_scale: 'creatorScale',
  burn_scale: 'burnScale',
  fee_rate: 'feeRate',
  name: 'name',
  web: 'web',
  img: 'img',
  cpswap_config: 'cpConfigId',
  creator_fee_rate: 'creatorFeeRate',
  transfer_fee_extension_auth: 'transferFeeExtensionAuth',
  platform_vesting_wallet: 'platformVestingWallet',
  platform_vesting_scale: 'platformVestingScale',
  platform_cp_creator: 'platformCpCreator',
  restrict_global_config: 'restrictGlobalConfig',
  restrict_curve_param: 'restrictCurveParam',
  curve_rule_manager: 'curveRuleManager',
}
const vestingNames = {
  epoch: 'epoch',
  pool: 'poolId',
  beneficiary: 'beneficiary',
  claimed_amount: 'claimedAmount',
  token_share_amount: 'tokenShareAmount',
}
