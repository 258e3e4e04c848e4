import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import type { TransactionInstruction } from '@solana/web3.js'
import {
  type Address,
  encodeBase58,
  metadataAddress,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { instructionsSysvar } from '@tern/core/internal'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { encodeSwap2, poolAddress, program, type SwapAccounts, vaultAddress } from '@tern/venues/meteoraDbc'
import {
  type ConfigParameters,
  encodeClaimCreatorTradingFee,
  encodeClaimTradingFee,
  encodeCreateConfig,
  encodeInitializePool,
  encodeMigrateDammV2,
  encodeSwap,
  eventAuthority,
  migratedPool,
  partnerMetadataAddress,
  poolAuthority,
  poolMetadataAddress,
} from '@tern/venues/meteoraDbc/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { big, dbcProgram, dbcSdk, dbcSdkName, publicKey } from '../src/dbcSdk.ts'
import { parametersOf } from '../src/dbcWorld.ts'
import { proves } from '../src/evidence.ts'

const evidence = proves('meteora_dbc')
/** Made-up addresses: 32 equal bytes. */
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const key = (byte: number) => publicKey(k(byte))
const { methods } = dbcProgram

const plain = (instruction: Instruction) => ({
  program: instruction.programAddress,
  accounts: (instruction.accounts ?? []).map(
    ({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`,
  ),
  data: Buffer.from(instruction.data ?? []).toString('hex'),
})
const sdkPlain = ({ programId, keys, data }: TransactionInstruction) => ({
  program: programId.toBase58(),
  accounts: keys.map(one => `${one.pubkey.toBase58()} ${one.isSigner} ${one.isWritable}`),
  data: data.toString('hex'),
})

const swapAccounts: SwapAccounts = {
  config: k(1),
  pool: k(2),
  input_token_account: k(3),
  output_token_account: k(4),
  base_vault: k(5),
  quote_vault: k(6),
  base_mint: k(7),
  quote_mint: k(8),
  payer: k(9),
  token_base_program: token2022Program,
  token_quote_program: tokenProgram,
  showsInstructions: false,
}
const sdkSwapAccounts = {
  poolAuthority: publicKey(poolAuthority),
  config: key(1),
  pool: key(2),
  inputTokenAccount: key(3),
  outputTokenAccount: key(4),
  baseVault: key(5),
  quoteVault: key(6),
  baseMint: key(7),
  quoteMint: key(8),
  payer: key(9),
  tokenBaseProgram: publicKey(token2022Program),
  tokenQuoteProgram: publicKey(tokenProgram),
  referralTokenAccount: null,
}
const amounts = fc.bigInt(0n, 2n ** 64n - 1n)
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Converts terms to the SDK's form: Anchor's spelling, its big numbers, `null` for missing values. */
function forSdk(value: unknown): unknown {
  if (typeof value === 'bigint') return big(value)
  if (value === undefined) return null
  if (value instanceof Uint8Array) return [...value]
  if (Array.isArray(value)) return value.map(forSdk)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [camel(name), forSdk(field)]))
}

function sdkParameters({ base_fee, dynamic_fee, token_supply, ...rest }: ConfigParameters) {
  const supply = token_supply && {
    pre_migration_token_supply: token_supply.pre_migration,
    post_migration_token_supply: token_supply.post_migration,
  }
  const named = { pool_fees: { base_fee, dynamic_fee }, ...rest, token_supply: supply }
  return forSdk(named) as Parameters<typeof methods.createConfig>[0]
}

describe(`instructions against ${dbcSdkName}`, () => {
  const against = evidence(`${dbcSdkName}, instructions`)

  it('of swaps are byte for byte the same, with a referral and without, shown and not', against, async () => {
    await fc.assert(
      fc.asyncProperty(
        amounts,
        amounts,
        fc.constantFrom<0 | 1 | 2>(0, 1, 2),
        fc.boolean(),
        fc.boolean(),
        async (first, second, mode, isReferred, isShown) => {
          const own = {
            ...swapAccounts,
            ...(isReferred ? { referral_token_account: k(10) } : {}),
            showsInstructions: isShown,
          }
          const theirs = { ...sdkSwapAccounts, referralTokenAccount: isReferred ? key(10) : null }
          const shown = isShown ? [{ pubkey: publicKey(instructionsSysvar), isSigner: false, isWritable: false }] : []
          const swap2 = await methods
            .swap2({ amount0: big(first), amount1: big(second), swapMode: mode })
            .accountsPartial(theirs)
            .remainingAccounts(shown)
            .instruction()
          expect(plain(encodeSwap2(own, first, second, mode))).toEqual(sdkPlain(swap2))
          const swap = await methods
            .swap({ amountIn: big(first), minimumAmountOut: big(second) })
            .accountsPartial(theirs)
            .remainingAccounts(shown)
            .instruction()
          expect(plain(encodeSwap(own, first, second))).toEqual(sdkPlain(swap))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('of configs are byte for byte the same', async () => {
    const base = parametersOf({
      base_fee: {
        ...{ cliff_fee_numerator: 500_000_000n, first_factor: 7, second_factor: 60n, third_factor: 300n },
        base_fee_mode: 1,
      },
      curve: [
        { sqrt_price: 2n ** 60n, liquidity: 2n ** 100n },
        { sqrt_price: 2n ** 61n, liquidity: 2n ** 99n + 7n },
      ],
      sqrt_start_price: 2n ** 58n,
      migration_quote_threshold: 85_000_000_000n,
    })
    const full: Partial<ConfigParameters> = {
      dynamic_fee: {
        ...{ bin_step: 1, bin_step_u128: 1_844_674_407_370_955n, filter_period: 10, decay_period: 120 },
        ...{ reduction_factor: 5_000, max_volatility_accumulator: 14_460_000, variable_fee_control: 956 },
      },
      token_supply: { pre_migration: 10n ** 15n, post_migration: 9n * 10n ** 14n },
      enable_first_swap_with_min_fee: true,
      compounding_fee_bps: 77,
      pool_creation_fee: 1_000_000n,
      migration_fee: { fee_percentage: 5, creator_fee_percentage: 40 },
      migrated_pool_fee: { collect_fee_mode: 1, dynamic_fee: 1, pool_fee_bps: 250 },
    }
    const accounts = {
      ...{ config: k(1), fee_claimer: k(2), leftover_receiver: k(3) },
      ...{ quote_mint: wrappedNativeMint, payer: k(4) },
    }
    for (const parameters of [base, { ...base, ...full }]) {
      const theirs = await methods
        .createConfig(sdkParameters(parameters))
        .accountsPartial({
          config: key(1),
          feeClaimer: key(2),
          leftoverReceiver: key(3),
          quoteMint: publicKey(wrappedNativeMint),
          payer: key(4),
        })
        .instruction()
      expect(plain(encodeCreateConfig(accounts, parameters))).toEqual(sdkPlain(theirs))
    }
  })

  it.each([tokenProgram, token2022Program])('of launches are byte for byte the same: %s', async baseProgram => {
    const [config, creator, payer, baseMint] = [k(1), k(2), k(3), k(4)]
    const names = { name: 'Arctic Tern', symbol: 'TERN', uri: 'https://tern.example/é.json' }
    const ours = await encodeInitializePool({
      ...{ config, creator, payer, baseMint, baseProgram, ...names },
      ...{ quoteMint: wrappedNativeMint, quoteProgram: tokenProgram },
    })
    const pool = await poolAddress(config, baseMint, wrappedNativeMint)
    const shared = {
      config: publicKey(config),
      creator: publicKey(creator),
      payer: publicKey(payer),
      baseMint: publicKey(baseMint),
      quoteMint: publicKey(wrappedNativeMint),
      pool: publicKey(pool),
      tokenQuoteProgram: publicKey(tokenProgram),
    }
    const theirs =
      baseProgram === tokenProgram
        ? await methods
            .initializeVirtualPoolWithSplToken(names)
            .accountsPartial({ ...shared, mintMetadata: publicKey(await metadataAddress(baseMint)) })
            .instruction()
        : await methods.initializeVirtualPoolWithToken2022(names).accountsPartial(shared).instruction()
    expect(plain(ours)).toEqual(sdkPlain(theirs))
  })

  it('of claims are byte for byte the same', async () => {
    const accounts = {
      ...{
        pool: k(1),
        config: k(2),
        token_a_account: k(3),
        token_b_account: k(4),
        base_vault: k(5),
        quote_vault: k(6),
      },
      ...{ base_mint: k(7), quote_mint: k(8), claimer: k(9) },
      ...{ token_base_program: token2022Program, token_quote_program: tokenProgram },
    }
    const shared = {
      ...{ pool: key(1), tokenAAccount: key(3), tokenBAccount: key(4), baseVault: key(5), quoteVault: key(6) },
      ...{ baseMint: key(7), quoteMint: key(8) },
      tokenBaseProgram: publicKey(token2022Program),
      tokenQuoteProgram: publicKey(tokenProgram),
    }
    const partner = await methods
      .claimTradingFee(big(5n), big(6n))
      .accountsPartial({ ...shared, config: key(2), feeClaimer: key(9) })
      .instruction()
    expect(plain(encodeClaimTradingFee(accounts, 5n, 6n))).toEqual(sdkPlain(partner))
    const creator = await methods
      .claimCreatorTradingFee(big(5n), big(6n))
      .accountsPartial({ ...shared, creator: key(9) })
      .instruction()
    expect(plain(encodeClaimCreatorTradingFee(accounts, 5n, 6n))).toEqual(sdkPlain(creator))
  })

  it('of migrations to DAMM v2 are byte for byte the same, and lead to the SDK’s pool', async () => {
    const [pool, config, baseMint, payer] = [k(1), k(2), k(3), k(4)]
    for (const migration_fee_option of [0, 1, 2, 3, 4, 5, 6]) {
      const terms = { migration_option: 1, migration_fee_option, quote_mint: wrappedNativeMint }
      const to = await migratedPool(terms, baseMint)
      const sdkConfig = dbcSdk.DAMM_V2_MIGRATION_FEE_ADDRESS[migration_fee_option]
      if (sdkConfig === undefined) return expect.fail('no config')
      const sdkPool = dbcSdk.deriveDammV2PoolAddress(sdkConfig, publicKey(baseMint), publicKey(wrappedNativeMint))
      expect(to).toEqual({ protocol: 'meteora_damm_v2', address: sdkPool.toBase58(), config: sdkConfig.toBase58() })
      const ours = await encodeMigrateDammV2({
        ...{ payer, pool, config: terms, baseProgram: token2022Program, quoteProgram: tokenProgram },
        state: { config, base_mint: baseMint, base_vault: k(5), quote_vault: k(6) },
        ...{ firstPositionMint: k(7), secondPositionMint: k(8) },
      })
      const mint = publicKey(baseMint)
      const theirs = await methods
        .migrationDammV2()
        .accountsPartial({
          virtualPool: key(1),
          migrationMetadata: dbcSdk.deriveDammV2MigrationMetadataAddress(key(1)),
          config: key(2),
          poolAuthority: publicKey(poolAuthority),
          pool: sdkPool,
          firstPositionNftMint: key(7),
          firstPosition: dbcSdk.derivePositionAddress(key(7)),
          firstPositionNftAccount: dbcSdk.derivePositionNftAccount(key(7)),
          secondPositionNftMint: key(8),
          secondPosition: dbcSdk.derivePositionAddress(key(8)),
          secondPositionNftAccount: dbcSdk.derivePositionNftAccount(key(8)),
          dammPoolAuthority: dbcSdk.deriveDammV2PoolAuthority(),
          baseMint: mint,
          quoteMint: publicKey(wrappedNativeMint),
          tokenAVault: dbcSdk.deriveDammV2TokenVaultAddress(sdkPool, mint),
          tokenBVault: dbcSdk.deriveDammV2TokenVaultAddress(sdkPool, publicKey(wrappedNativeMint)),
          baseVault: key(5),
          quoteVault: key(6),
          payer: key(4),
          tokenBaseProgram: publicKey(token2022Program),
          tokenQuoteProgram: publicKey(tokenProgram),
          token2022Program: publicKey(token2022Program),
          dammEventAuthority: dbcSdk.deriveDammV2EventAuthority(),
        })
        .remainingAccounts([{ pubkey: sdkConfig, isSigner: false, isWritable: false }])
        .instruction()
      expect(plain(ours)).toEqual(sdkPlain(theirs))
    }
  })

  it('of curves that move to DAMM v1 lead to the SDK’s pool', async () => {
    for (const [migration_fee_option, config] of dbcSdk.DAMM_V1_MIGRATION_FEE_ADDRESS.entries()) {
      const to = await migratedPool({ migration_option: 0, migration_fee_option, quote_mint: k(9) }, k(3))
      expect(to).toEqual({
        protocol: 'meteora_damm_v1',
        address: dbcSdk.deriveDammV1PoolAddress(config, key(3), key(9)).toBase58(),
        config: config.toBase58(),
      })
    }
  })

  it('derive the same addresses', async () => {
    expect(program).toBe(dbcSdk.DYNAMIC_BONDING_CURVE_PROGRAM_ID.toBase58())
    expect(poolAuthority).toBe(dbcSdk.deriveDbcPoolAuthority().toBase58())
    expect(eventAuthority).toBe(dbcSdk.deriveDbcEventAuthority().toBase58())
    await fc.assert(
      fc.asyncProperty(fc.nat(255), fc.nat(255), fc.nat(255), async (config, base, quote) => {
        const pool = dbcSdk.deriveDbcPoolAddress(key(quote), key(base), key(config))
        expect(await poolAddress(k(config), k(base), k(quote))).toBe(pool.toBase58())
        expect(await vaultAddress(k(config), k(base))).toBe(
          dbcSdk.deriveDbcTokenVaultAddress(key(config), key(base)).toBase58(),
        )
        expect(await partnerMetadataAddress(k(base))).toBe(dbcSdk.derivePartnerMetadata(key(base)).toBase58())
        expect(await poolMetadataAddress(k(base))).toBe(dbcSdk.deriveDbcPoolMetadata(key(base)).toBase58())
      }),
      { numRuns: 30 },
    )
  })
})

it('each error of the program’s own interface has a meaning in Tern', () => {
  const unread = (dbcProgram.idl.errors ?? []).filter(({ code }) => readProgramError(program, code) === undefined)
  expect(unread).toEqual([])
})
