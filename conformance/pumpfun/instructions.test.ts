import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import type { TransactionInstruction } from '@solana/web3.js'
import {
  type Address,
  associatedTokenAddress,
  metadataAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { sharingConfigAddress } from '@tern/venues/pumpFees'
import {
  bondingCurveAddress,
  creatorVaultAddress,
  encodeBuyV2,
  encodeSellV2,
  type TradeV2Accounts,
} from '@tern/venues/pumpfun'
import {
  bondingCurveV2Address,
  encodeBuyExactQuoteInV2,
  encodeClaimCashback,
  encodeClaimCashbackV2,
  encodeCloseUserVolumeAccumulator,
  encodeCollectCreatorFee,
  encodeCollectCreatorFeeV2,
  encodeCreate,
  encodeCreateV2,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  encodeMigrate,
  encodeMigrateV2,
  encodeSyncUserVolumeAccumulator,
  holderRewardsAddress,
  mayhemSolVault,
  mayhemStateAddress,
  migratedPoolAddress,
  poolAuthorityAddress,
  quoteControlAddress,
  userVolumeAccumulatorAddress,
} from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { creator, curveCases, k, key, mint, openCase, recordedGlobal, usdc } from '../src/pumpCurves.ts'
import { pumpSdk, pumpSdkName } from '../src/pumpSdk.ts'
import { bn } from '../src/sdk.ts'

const evidence = proves('pumpfun')
const { PUMP_SDK } = pumpSdk
const user = k(21)
/** The first recipient of each list, because `pick` chooses it. */
const [feeRecipient, reserved, buyback] = [
  recordedGlobal.fee_recipient,
  recordedGlobal.reserved_fee_recipient,
  recordedGlobal.buyback_fee_recipients[0] as Address,
]
const pick = () => 0
type Bn = Parameters<typeof PUMP_SDK.getBuyInstructionRaw>[0]['amount']
const amountOf = (value: bigint) => bn(value) as unknown as Bn
const words = fc.bigInt(1n, 2n ** 40n)

const one = { numerator: 1n, denominator: 1n }
/** A connection that is never used. */
const offline = null as unknown as Parameters<typeof pumpSdk.getPumpProgram>[0]
const program = pumpSdk.getPumpProgram(offline)
/** Built from the program's own interface description, which chooses no accounts by itself. */
const exactIn = (spendable: bigint, min: bigint) =>
  program.methods
    .buyExactSolIn(amountOf(spendable), amountOf(min), { 0: true })
    .accountsPartial({
      ...{ feeRecipient: key(feeRecipient), mint: key(mint), associatedUser: key(user), user: key(user) },
      ...{ creatorVault: key(user), tokenProgram: key(tokenProgram) },
    })
    .instruction()
const exactQuoteIn = (spendable: bigint, min: bigint) =>
  program.methods
    .buyExactQuoteInV2(amountOf(spendable), amountOf(min))
    .accountsPartial({
      ...{ baseMint: key(mint), quoteMint: key(usdc), baseTokenProgram: key(tokenProgram), user: key(user) },
      ...{ quoteTokenProgram: key(tokenProgram), feeRecipient: key(feeRecipient), creatorVault: key(user) },
      ...{ associatedQuoteFeeRecipient: key(user), buybackFeeRecipient: key(buyback) },
      ...{ associatedQuoteBuybackFeeRecipient: key(user), associatedBaseBondingCurve: key(user) },
      ...{ associatedQuoteBondingCurve: key(user), associatedBaseUser: key(user), associatedQuoteUser: key(user) },
      ...{ associatedCreatorVault: key(user), associatedUserVolumeAccumulator: key(user) },
    })
    .instruction()

async function v2Accounts(quote: Address): Promise<TradeV2Accounts> {
  const [curve, vault, accumulator] = await Promise.all([
    bondingCurveAddress(mint),
    creatorVaultAddress(creator),
    userVolumeAccumulatorAddress(user),
  ])
  const inBase = (owner: Address) => associatedTokenAddress(owner, mint, token2022Program)
  const inQuote = (owner: Address) => associatedTokenAddress(owner, quote, tokenProgram)
  return {
    ...{ base_mint: mint, quote_mint: quote, base_token_program: token2022Program, quote_token_program: tokenProgram },
    ...{ fee_recipient: feeRecipient, associated_quote_fee_recipient: await inQuote(feeRecipient) },
    ...{ buyback_fee_recipient: buyback, associated_quote_buyback_fee_recipient: await inQuote(buyback) },
    ...{ bonding_curve: curve, associated_base_bonding_curve: await inBase(curve) },
    ...{ associated_quote_bonding_curve: await inQuote(curve), user },
    ...{ associated_base_user: await inBase(user), associated_quote_user: await inQuote(user) },
    ...{ creator_vault: vault, associated_creator_vault: await inQuote(vault) },
    ...{ sharing_config: await sharingConfigAddress(mint), user_volume_accumulator: accumulator },
    associated_user_volume_accumulator: await inQuote(accumulator),
  }
}

const plain = ({ programAddress, accounts = [], data }: Instruction) => ({
  program: programAddress,
  accounts: accounts.map(({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`),
  data: Buffer.from(data ?? []).toString('hex'),
})
const sdkPlain = ({ programId, keys, data }: TransactionInstruction) => ({
  program: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey.toBase58()} ${isSigner} ${isWritable}`),
  data: Buffer.from(data).toString('hex'),
})

describe(`instructions of ${pumpSdkName}`, () => {
  it('equal Tern’s for lamports', evidence(`${pumpSdkName}, instructions`), async () => {
    const programs = fc.constantFrom(tokenProgram, token2022Program)
    await fc.assert(
      fc.asyncProperty(
        curveCases('whole'),
        words,
        programs,
        fc.boolean(),
        async (of, amount, baseProgram, isCashback) => {
          const state = { ...of.state, quote_mint: systemProgram, is_cashback_coin: isCashback }
          const pool = await openCase({ ...of, state }, baseProgram)
          const tokenAccount = await associatedTokenAddress(user, mint, baseProgram)
          const common = {
            ...{ user: key(user), mint: key(mint), creator: key(state.creator), tokenProgram: key(baseProgram) },
            feeRecipient: key(state.is_mayhem_mode ? reserved : feeRecipient),
            buybackFeeRecipient: key(buyback),
          }
          const parties = { owner: user, payer: user }
          const buy = { tokenIn: wrappedNativeMint, tokenOut: mint, amountIn: 7n, amountOut: amount }
          const sale = { tokenIn: mint, tokenOut: wrappedNativeMint, amountIn: amount, amountOut: 7n }
          const rest = {
            filled: 'whole' as const,
            fees: [],
            ...{ currentPrice: one, executionPrice: one, priceImpact: one, computeUnits: 1 },
          }
          const bought = await pool.swap(
            { ...buy, ...rest, request: { tokenIn: wrappedNativeMint, exactOut: amount } },
            9n,
            { ...parties, tokenAccountIn: user, tokenAccountOut: tokenAccount, pick },
          )
          const sdkBuy = await PUMP_SDK.getBuyInstructionRaw({
            ...common,
            ...{ amount: amountOf(amount), solAmount: amountOf(9n) },
          })
          expect(bought.map(plain)).toEqual([sdkPlain(sdkBuy)])
          const spent = await pool.swap(
            { ...buy, ...rest, request: { tokenIn: wrappedNativeMint, exactIn: amount } },
            9n,
            { ...parties, tokenAccountIn: user, tokenAccountOut: tokenAccount, pick },
          )
          // The SDK has no function for it. Use its program's interface with the accounts of a buy.
          const { data } = await exactIn(amount, 9n)
          expect(spent.map(plain)).toEqual([{ ...sdkPlain(sdkBuy), data: Buffer.from(data).toString('hex') }])
          const sold = await pool.swap({ ...sale, ...rest, request: { tokenIn: mint, exactIn: amount } }, 9n, {
            ...parties,
            tokenAccountIn: tokenAccount,
            tokenAccountOut: user,
            pick,
          })
          const sdkSale = await PUMP_SDK.getSellInstructionRaw({
            ...common,
            ...{ amount: amountOf(amount), solAmount: amountOf(9n), cashback: isCashback },
          })
          expect(sold.map(plain)).toEqual([sdkPlain(sdkSale)])
          const soldFor = await pool.swap({ ...sale, ...rest, request: { tokenIn: mint, exactOut: 9n } }, amount, {
            ...parties,
            tokenAccountIn: tokenAccount,
            tokenAccountOut: user,
            pick,
          })
          expect(soldFor.map(plain)).toEqual([sdkPlain(sdkSale)])
        },
      ),
      { numRuns: 100 },
    )
  })

  it('equal Tern’s for another quote mint', evidence(`${pumpSdkName}, instructions`), async () => {
    const quotes = fc.constantFrom([usdc, tokenProgram] as const, [k(22), token2022Program] as const)
    await fc.assert(
      fc.asyncProperty(curveCases('whole'), words, quotes, async (of, amount, [quoteMint, quoteProgram]) => {
        const state = { ...of.state, quote_mint: quoteMint }
        const pool = await openCase({ ...of, state }, token2022Program, quoteProgram)
        expect(pool.nativeSettlement).toBe('wrapped')
        const [tokenAccount, quoteAccount] = await Promise.all([
          associatedTokenAddress(user, mint, token2022Program),
          associatedTokenAddress(user, quoteMint, quoteProgram),
        ])
        const common = {
          ...{ user: key(user), mint: key(mint), creator: key(state.creator), tokenProgram: key(token2022Program) },
          ...{ quoteMint: key(quoteMint), quoteTokenProgram: key(quoteProgram), buybackFeeRecipient: key(buyback) },
          feeRecipient: key(state.is_mayhem_mode ? reserved : feeRecipient),
          ...{ amount: amountOf(amount), quoteAmount: amountOf(9n) },
        }
        const rest = {
          filled: 'whole' as const,
          fees: [],
          ...{ currentPrice: one, executionPrice: one, priceImpact: one, computeUnits: 1 },
        }
        const buying = { owner: user, payer: user, tokenAccountIn: quoteAccount, tokenAccountOut: tokenAccount, pick }
        const selling = { owner: user, payer: user, tokenAccountIn: tokenAccount, tokenAccountOut: quoteAccount, pick }
        const buy = { tokenIn: quoteMint, tokenOut: mint, amountIn: 7n, amountOut: amount, ...rest }
        const bought = await pool.swap({ ...buy, request: { tokenIn: quoteMint, exactOut: amount } }, 9n, buying)
        const sdkBuy = sdkPlain(await PUMP_SDK.getBuyV2InstructionRaw(common))
        expect(bought.map(plain)).toEqual([sdkBuy])
        const spent = await pool.swap({ ...buy, request: { tokenIn: quoteMint, exactIn: amount } }, 9n, buying)
        const { data } = await exactQuoteIn(amount, 9n)
        expect(spent.map(plain)).toEqual([{ ...sdkBuy, data: Buffer.from(data).toString('hex') }])
        const sale = { tokenIn: mint, tokenOut: quoteMint, amountIn: amount, amountOut: 7n, ...rest }
        const sold = await pool.swap({ ...sale, request: { tokenIn: mint, exactIn: amount } }, 9n, selling)
        const sdkSale = sdkPlain(await PUMP_SDK.getSellV2InstructionRaw(common))
        expect(sold.map(plain)).toEqual([sdkSale])
        const soldFor = await pool.swap({ ...sale, request: { tokenIn: mint, exactOut: 9n } }, amount, selling)
        expect(soldFor.map(plain)).toEqual([sdkSale])
      }),
      { numRuns: 100 },
    )
  })

  it('equal Tern’s for a _v2 trade in lamports, too', async () => {
    const a = await v2Accounts(wrappedNativeMint)
    const common = {
      ...{ user: key(user), mint: key(mint), creator: key(creator), tokenProgram: key(token2022Program) },
      ...{ quoteMint: key(wrappedNativeMint), quoteTokenProgram: key(tokenProgram) },
      ...{ feeRecipient: key(feeRecipient), buybackFeeRecipient: key(buyback) },
      ...{ amount: amountOf(5n), quoteAmount: amountOf(9n) },
    }
    const sdkBuy = sdkPlain(await PUMP_SDK.getBuyV2InstructionRaw(common))
    expect(plain(encodeBuyV2(a, 5n, 9n))).toEqual(sdkBuy)
    expect(plain(encodeBuyExactQuoteInV2(a, 5n, 9n)).accounts).toEqual(sdkBuy.accounts)
    expect(plain(encodeSellV2(a, 5n, 9n))).toEqual(sdkPlain(await PUMP_SDK.getSellV2InstructionRaw(common)))
  })

  it('equal Tern’s for new coins', async () => {
    const texts = fc.record({ name: fc.string(), symbol: fc.string({ unit: 'grapheme' }), uri: fc.string() })
    const curve = await bondingCurveAddress(mint)
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.boolean(),
        fc.boolean(),
        words,
        fc.boolean(),
        async (coin, mayhem, holders, bps, inUsdc) => {
          const sdkCoin = { mint: key(mint), ...coin, creator: key(creator), user: key(user) }
          const legacy = encodeCreate(
            {
              ...{ mint, user, bonding_curve: curve, metadata: await metadataAddress(mint) },
              associated_bonding_curve: await associatedTokenAddress(curve, mint, tokenProgram),
            },
            { ...coin, creator },
          )
          expect(plain(legacy)).toEqual(sdkPlain(await PUMP_SDK.createInstruction(sdkCoin)))
          const current = encodeCreateV2(
            {
              ...{ mint, user, bonding_curve: curve, mayhem_state: await mayhemStateAddress(mint) },
              associated_bonding_curve: await associatedTokenAddress(curve, mint, token2022Program),
              mayhem_token_vault: await associatedTokenAddress(mayhemSolVault, mint, token2022Program),
              ...(inUsdc
                ? {
                    quote: {
                      quote_mint: usdc,
                      associated_quote_bonding_curve: await associatedTokenAddress(curve, usdc, tokenProgram),
                      quote_token_program: tokenProgram,
                    },
                  }
                : {}),
            },
            {
              ...coin,
              creator,
              ...{
                is_mayhem_mode: mayhem,
                is_cashback_enabled: false,
                creator_fee_bps: bps,
                is_holder_reward: holders,
              },
            },
          )
          const sdkCurrent = await PUMP_SDK.createV2Instruction({
            ...sdkCoin,
            ...{ mayhemMode: mayhem, creatorFeeBps: amountOf(bps), holderReward: holders },
            ...(inUsdc ? { quoteMint: key(usdc) } : {}),
          })
          expect(plain(current)).toEqual(sdkPlain(sdkCurrent))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('equal Tern’s for accumulators, fees and cashback', async () => {
    const accumulator = await userVolumeAccumulatorAddress(user)
    const vault = await creatorVaultAddress(creator)
    const [payer, curve] = [k(23), await bondingCurveAddress(mint)]
    const inUsdc = (owner: Address) => associatedTokenAddress(owner, usdc, tokenProgram)
    const { methods } = program
    const pairs: readonly (readonly [Instruction, Promise<TransactionInstruction>])[] = [
      [
        encodeInitUserVolumeAccumulator(payer, user, accumulator),
        PUMP_SDK.initUserVolumeAccumulator({ payer: key(payer), user: key(user) }),
      ],
      [encodeCloseUserVolumeAccumulator(user, accumulator), PUMP_SDK.closeUserVolumeAccumulator(key(user))],
      [encodeSyncUserVolumeAccumulator(user, accumulator), PUMP_SDK.syncUserVolumeAccumulator(key(user))],
      [encodeExtendAccount(curve, user), PUMP_SDK.extendAccountInstruction({ account: key(curve), user: key(user) })],
      [encodeClaimCashback(user, accumulator), PUMP_SDK.claimCashbackInstruction({ user: key(user) })],
      [
        encodeClaimCashbackV2({
          ...{ user, user_volume_accumulator: accumulator, quote_mint: usdc, quote_token_program: tokenProgram },
          associated_user_volume_accumulator: await inUsdc(accumulator),
          associated_quote_user: await inUsdc(user),
        }),
        PUMP_SDK.claimCashbackV2Instruction({ user: key(user), quoteMint: key(usdc) }),
      ],
      [
        encodeCollectCreatorFee(creator, vault),
        methods
          .collectCreatorFee()
          .accountsPartial({ creator: key(creator) })
          .instruction(),
      ],
      [
        encodeCollectCreatorFeeV2({
          ...{ creator, creator_vault: vault, quote_mint: usdc, quote_token_program: tokenProgram },
          creator_token_account: await inUsdc(creator),
          creator_vault_token_account: await inUsdc(vault),
        }),
        methods
          .collectCreatorFeeV2()
          .accountsPartial({ creator: key(creator), quoteMint: key(usdc), quoteTokenProgram: key(tokenProgram) })
          .instruction(),
      ],
    ]
    for (const [ours, theirs] of pairs) expect(plain(ours)).toEqual(sdkPlain(await theirs))
  })

  it('equal Tern’s for a migration', async () => {
    const withdrawAuthority = recordedGlobal.withdraw_authority
    const sdkCommon = { withdrawAuthority: key(withdrawAuthority), mint: key(mint), user: key(user) }
    for (const base of [tokenProgram, token2022Program]) {
      const common = { user, withdrawAuthority, mint, tokenProgram: base }
      const theirs = await PUMP_SDK.migrateInstruction({ ...sdkCommon, tokenProgram: key(base) })
      expect(plain(await encodeMigrate(common))).toEqual(sdkPlain(theirs))
      for (const [quoteMint, quoteProgram] of [
        [wrappedNativeMint, tokenProgram],
        [usdc, tokenProgram],
        [k(22), token2022Program],
      ] as const) {
        const v2 = await PUMP_SDK.migrateV2Instruction({
          ...sdkCommon,
          ...{ quoteMint: key(quoteMint), baseTokenProgram: key(base), quoteTokenProgram: key(quoteProgram) },
        })
        const quote = { mint: quoteMint, tokenProgram: quoteProgram }
        expect(plain(await encodeMigrateV2({ ...common, quote }))).toEqual(sdkPlain(v2))
      }
    }
  })
})

describe(`addresses of ${pumpSdkName}`, () => {
  it('equal Tern’s', async () => {
    for (const byte of [1, 2, 3, 99, 200]) {
      const [ours, theirs] = [k(byte), key(k(byte))]
      const pairs = [
        [await bondingCurveAddress(ours), pumpSdk.bondingCurvePda(theirs)],
        [await bondingCurveV2Address(ours), pumpSdk.bondingCurveV2Pda(theirs)],
        [await creatorVaultAddress(ours), pumpSdk.creatorVaultPda(theirs)],
        [await userVolumeAccumulatorAddress(ours), pumpSdk.userVolumeAccumulatorPda(theirs)],
        [await holderRewardsAddress(ours), pumpSdk.holderRewardsPda(theirs)],
        [await poolAuthorityAddress(ours), pumpSdk.pumpPoolAuthorityPda(theirs)],
        [await mayhemStateAddress(ours), pumpSdk.getMayhemStatePda(theirs)],
        [await sharingConfigAddress(ours), pumpSdk.feeSharingConfigPda(theirs)],
        [await migratedPoolAddress(ours), pumpSdk.canonicalPumpPoolPda(theirs)],
        [await migratedPoolAddress(ours, usdc), pumpSdk.canonicalPumpPoolPdaWithQuote(theirs, key(usdc))],
      ] as const
      for (const [mine, other] of pairs) expect(mine).toBe(other.toBase58())
    }
    expect(quoteControlAddress).toBe(pumpSdk.QUOTE_CONTROL_PDA.toBase58())
    expect(mayhemSolVault).toBe(pumpSdk.getSolVaultPda().toBase58())
  })
})
