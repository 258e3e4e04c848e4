import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY, type TransactionInstruction } from '@solana/web3.js'
import { type Address, encodeBase58, token2022Program, tokenProgram } from '@tern/core'
import { encodeSwap2, type SwapAccounts, swapModes } from '@tern/venues/meteoraDammV2'
import {
  type BaseFee,
  encodeBaseFeeParameters,
  encodeInitializeCustomizablePool,
  encodeInitializePool,
  encodeSwap,
} from '@tern/venues/meteoraDammV2/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dammV2Program, dammV2Sdk, dammV2SdkName, sdkNumber } from '../src/dammV2Sdk.ts'
import { proves } from '../src/evidence.ts'

const evidence = proves('meteora_damm_v2')(`${dammV2SdkName}, instructions byte for byte`)
/** Made-up addresses: 32 equal bytes. */
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const u64 = fc.bigInt(0n, 2n ** 64n - 1n)
const u128 = fc.bigInt(0n, 2n ** 128n - 1n)

const plain = (instruction: Instruction) => ({
  program: instruction.programAddress as string,
  accounts: (instruction.accounts ?? []).map(
    ({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`,
  ),
  data: Buffer.from(instruction.data ?? []).toString('hex'),
})
const plainSdk = ({ programId, keys, data }: TransactionInstruction) => ({
  program: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey.toBase58()} ${isSigner} ${isWritable}`),
  data: data.toString('hex'),
})
const camel = (accounts: Readonly<Record<string, Address>>) =>
  Object.fromEntries(
    Object.entries(accounts).map(([name, address]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      new PublicKey(address),
    ]),
  )

const swapAccounts = {
  ...{ pool: k(1), input_token_account: k(2), output_token_account: k(3), token_a_vault: k(4), token_b_vault: k(5) },
  ...{ token_a_mint: k(6), token_b_mint: k(7), payer: k(8), token_a_program: tokenProgram },
  token_b_program: token2022Program,
}
const createAccounts = {
  ...{ creator: k(1), position_nft_mint: k(2), position_nft_account: k(3), payer: k(4), pool: k(5), position: k(6) },
  ...{ token_a_mint: k(7), token_b_mint: k(8), token_a_vault: k(9), token_b_vault: k(10), payer_token_a: k(11) },
  ...{ payer_token_b: k(12), token_a_program: token2022Program, token_b_program: tokenProgram },
}
const shapes = fc.record({ isReferred: fc.boolean(), isShown: fc.boolean(), amount: u64, limit: u64 })

function accountsOf(isReferred: boolean, isShown: boolean): SwapAccounts {
  const instructions = isShown ? 'shown' : 'hidden'
  return { ...swapAccounts, instructions, ...(isReferred ? { referral_token_account: k(9) } : {}) }
}

function sdkSwap(method: 'swap' | 'swap2', isReferred: boolean, isShown: boolean, ...amounts: readonly unknown[]) {
  const build = dammV2Program.methods[method] as (asked: unknown) => {
    accountsPartial(accounts: unknown): {
      remainingAccounts(more: unknown): { instruction(): Promise<TransactionInstruction> }
    }
  }
  const [amount, limit, swapMode] = amounts
  const asked =
    method === 'swap' ? { amountIn: amount, minimumAmountOut: limit } : { amount0: amount, amount1: limit, swapMode }
  const shown = { isSigner: false, isWritable: false, pubkey: SYSVAR_INSTRUCTIONS_PUBKEY }
  return build(asked)
    .accountsPartial({
      ...camel(swapAccounts),
      poolAuthority: dammV2Sdk.derivePoolAuthority(),
      referralTokenAccount: isReferred ? new PublicKey(k(9)) : null,
    })
    .remainingAccounts(isShown ? [shown] : [])
    .instruction()
}

describe('instructions equal the official SDK’s', () => {
  it('swap', evidence, async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async ({ isReferred, isShown, amount, limit }) => {
        const their = await sdkSwap('swap', isReferred, isShown, sdkNumber(amount), sdkNumber(limit))
        expect(plain(encodeSwap(accountsOf(isReferred, isShown), amount, limit))).toEqual(plainSdk(their))
      }),
      { numRuns: 50 },
    )
  })

  it('swap2', evidence, async () => {
    const modes = fc.constantFrom(...(Object.keys(swapModes) as (keyof typeof swapModes)[]))
    await fc.assert(
      fc.asyncProperty(shapes, modes, async ({ isReferred, isShown, amount, limit }, mode) => {
        const asked = [sdkNumber(amount), sdkNumber(limit), swapModes[mode]] as const
        const their = await sdkSwap('swap2', isReferred, isShown, ...asked)
        expect(plain(encodeSwap2(accountsOf(isReferred, isShown), mode, amount, limit))).toEqual(plainSdk(their))
      }),
      { numRuns: 50 },
    )
  })

  it('initialize_pool and initialize_customizable_pool', async () => {
    const scheduler: BaseFee = {
      ...{ mode: 'timeExponential', cliff_fee_numerator: 500_000_000n, number_of_period: 100, period_frequency: 60n },
      reduction_factor: 321n,
    }
    const baseFee = dammV2Sdk.encodeFeeTimeSchedulerParams(
      ...([sdkNumber(500_000_000n), 100, sdkNumber(60n), sdkNumber(321n)] as const),
      dammV2Sdk.BaseFeeMode.FeeTimeSchedulerExponential,
    )
    const dynamic = {
      ...{ bin_step: 1, bin_step_u128: 1_844_674_407_370_955n, filter_period: 10, decay_period: 120 },
      ...{ reduction_factor: 5_000, max_volatility_accumulator: 14_460_000, variable_fee_control: 956 },
    }
    const sdkDynamic = {
      ...{ binStep: 1, binStepU128: sdkNumber(dynamic.bin_step_u128), filterPeriod: 10, decayPeriod: 120 },
      ...{ reductionFactor: 5_000, maxVolatilityAccumulator: 14_460_000, variableFeeControl: 956 },
    }
    const poolAuthority = dammV2Sdk.derivePoolAuthority()
    const cases = [u128, u128, fc.option(u64, { nil: undefined }), fc.boolean()] as const
    await fc.assert(
      fc.asyncProperty(...cases, async (liquidity, sqrt_price, activation_point, isDynamic) => {
        const activationPoint = activation_point === undefined ? null : sdkNumber(activation_point)
        const begun = { liquidity: sdkNumber(liquidity), sqrtPrice: sdkNumber(sqrt_price), activationPoint }
        const ofConfig = await dammV2Program.methods
          .initializePool(begun)
          .accountsPartial({ ...camel({ ...createAccounts, config: k(13) }), poolAuthority })
          .instruction()
        const parameters = { liquidity, sqrt_price, activation_point }
        expect(plain(encodeInitializePool({ ...createAccounts, config: k(13) }, parameters))).toEqual(
          plainSdk(ofConfig),
        )
        const chosen = await dammV2Program.methods
          .initializeCustomizablePool({
            poolFees: {
              ...{ baseFee: { data: [...baseFee] }, compoundingFeeBps: 7, padding: 0 },
              dynamicFee: isDynamic ? sdkDynamic : null,
            },
            ...{ sqrtMinPrice: sdkNumber(5n), sqrtMaxPrice: sdkNumber(9n), hasAlphaVault: false, ...begun },
            ...{ activationType: 1, collectFeeMode: 2 },
          })
          .accountsPartial({ ...camel(createAccounts), poolAuthority })
          .instruction()
        const ours = encodeInitializeCustomizablePool(createAccounts, {
          ...{ base_fee: encodeBaseFeeParameters(scheduler), compounding_fee_bps: 7, padding: 0 },
          ...{ dynamic_fee: isDynamic ? dynamic : undefined, sqrt_min_price: 5n, sqrt_max_price: 9n },
          ...{ has_alpha_vault: false, activation_type: 1, collect_fee_mode: 2, ...parameters },
        })
        expect(plain(ours)).toEqual(plainSdk(chosen))
      }),
      { numRuns: 20 },
    )
  })
})
