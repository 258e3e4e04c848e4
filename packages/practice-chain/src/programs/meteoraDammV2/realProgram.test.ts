import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSignerFromKeyPair } from '@solana/kit'
import { type Address, systemProgram } from '@tern/core'
import { encodeSwap2, poolAddress, program, type SwapAccounts } from '@tern/venues/meteoraDammV2'
import {
  type BaseFee,
  type CustomizablePoolParameters,
  configAddress,
  configLayout,
  encodeBaseFee,
  encodeInitializeCustomizablePool,
  encodeInitializePool,
  encodeSwap,
} from '@tern/venues/meteoraDammV2/internal'
import { describe, expect, it } from 'vitest'
import { createBankPair, manyUnits } from '../../../test/bankPair.ts'
import { createPoolAccounts, flatFee, parametersOf, placeToken } from '../../../test/dammV2.ts'
import { newSigner } from '../../../test/transactions.ts'
import { deriveKey } from '../../world/deriveKey.ts'

/** The vendor's own build of release 0.2, which the simulation follows. */
const programsDir = join(process.env.PROGRAMS_DIR ?? '', 'vendor-builds')
const hasBinary = process.env.PROGRAMS_DIR !== undefined && existsSync(join(programsDir, `${program}.so`))

/** Two chains, one with the real program, and a payer with SOL. */
async function createPair() {
  const pair = await createBankPair({ programsDir, before: [manyUnits] })
  const payer = await createSignerFromKeyPair((await deriveKey('real', 'payer')).keyPair)
  for (const bank of pair.banks)
    bank.setAccount(payer.address, {
      ...{ owner: systemProgram, lamports: 10n ** 12n, executable: false, data: new Uint8Array() },
    })
  return { ...pair, payer }
}

type Pair = Awaited<ReturnType<typeof createPair>>

/** Two new mints, and the accounts for their pool. With `feeBps`, the first has a transfer fee. */
async function newTokens({ banks, payer }: Pair, feeBps?: number) {
  const [mintA, mintB, nft] = await Promise.all([newSigner(), newSigner(), newSigner()])
  const programs: Address[] = []
  for (const bank of banks) {
    programs[0] = await placeToken(bank, { mint: mintA.address, owner: payer.address, feeBps })
    programs[1] = await placeToken(bank, { mint: mintB.address, owner: payer.address })
  }
  return { mints: [mintA.address, mintB.address] as const, programs: programs as [Address, Address], nft }
}

async function createOne(pair: Pair, parameters: CustomizablePoolParameters, feeBps?: number) {
  const { mints, programs, nft } = await newTokens(pair, feeBps)
  const accounts = await createPoolAccounts(pair.payer.address, { nftMint: nft.address, mints, programs })
  const create = encodeInitializeCustomizablePool(accounts, parameters)
  expect(await pair.both('create', [pair.payer, nft], create)).toBe(null)
  const a: Omit<SwapAccounts, 'input_token_account' | 'output_token_account'> = {
    ...accounts,
    instructions: 'shown',
  }
  return {
    aToB: { ...a, input_token_account: accounts.payer_token_a, output_token_account: accounts.payer_token_b },
    bToA: { ...a, input_token_account: accounts.payer_token_b, output_token_account: accounts.payer_token_a },
  }
}

const narrow = { sqrt_min_price: (1n << 64n) - (1n << 59n), sqrt_max_price: (1n << 64n) + (1n << 58n) }
const dynamic_fee = {
  ...{ bin_step: 1, bin_step_u128: 1_844_674_407_370_955n, filter_period: 10, decay_period: 120 },
  ...{ reduction_factor: 5_000, max_volatility_accumulator: 14_460_000, variable_fee_control: 95_600 },
}
const limiter: BaseFee = {
  ...{ mode: 'rateLimiter', cliff_fee_numerator: 10_000_000n, fee_increment_bps: 150, max_limiter_duration: 100 },
  ...{ max_fee_bps: 5_000, reference_amount: 1_000_000_000n },
}
const scheduler: BaseFee = {
  ...{ mode: 'timeExponential', cliff_fee_numerator: 500_000_000n, number_of_period: 100, period_frequency: 6n },
  reduction_factor: 321n,
}
const marketCap: BaseFee = {
  ...{ mode: 'marketCapLinear', cliff_fee_numerator: 400_000_000n, number_of_period: 80, sqrt_price_step_bps: 7 },
  ...{ scheduler_expiration_duration: 5_000, reduction_factor: 4_000_001n },
}

describe.runIf(hasBinary)('the simulated program and the real program', () => {
  it.each([
    ['a flat fee', flatFee, {}, undefined],
    ['a narrow range and a scheduler', scheduler, { ...narrow, collect_fee_mode: 1 }, undefined],
    ['a rate limiter and a dynamic fee', limiter, { collect_fee_mode: 1, dynamic_fee }, undefined],
    ['a transfer fee and a dynamic fee', marketCap, { dynamic_fee }, 123],
    ['a fee that compounds', flatFee, { collect_fee_mode: 2, compounding_fee_bps: 3_333, dynamic_fee }, 50],
  ] as const)(
    'make a pool with %s, trade, fail and keep their books alike',
    async (_, fee, others, feeBps) => {
      const pair = await createPair()
      const { payer, both, wait } = pair
      const swaps = await createOne(pair, parametersOf(fee, others), feeBps)
      const { aToB, bToA } = swaps
      for (const [way, accounts] of Object.entries(swaps)) {
        expect(await both(`${way} in`, [payer], encodeSwap(accounts, 1_234_567_890n, 1n))).toBe(null)
        await wait(3)
        expect(await both(`${way} out`, [payer], encodeSwap2(accounts, 'exactOut', 9_876_543n, 1n << 60n))).toBe(null)
        await wait(20)
        expect(await both(`${way} partly`, [payer], encodeSwap2(accounts, 'partialFill', 10n ** 10n, 1n))).toBe(null)
        await both(
          `${way} referred`,
          [payer],
          encodeSwap({ ...accounts, referral_token_account: bToA.input_token_account }, 10n ** 8n, 1n),
        )
        await both(`${way} far too much`, [payer], encodeSwap(accounts, 10n ** 14n, 1n))
        await both(`${way} more than there is`, [payer], encodeSwap2(accounts, 'exactOut', 10n ** 14n, 1n << 62n))
        await both(`${way} dust`, [payer], encodeSwap(accounts, 1n, 0n))
        await both(`${way} dust out`, [payer], encodeSwap2(accounts, 'exactOut', 1n, 1n << 62n))
        expect(await both(`${way} too little`, [payer], encodeSwap(accounts, 10n ** 9n, 1n << 62n))).not.toBe(null)
        expect(await both(`${way} too dear`, [payer], encodeSwap2(accounts, 'exactOut', 10n ** 6n, 5n))).not.toBe(null)
        expect(await both(`${way} nothing`, [payer], encodeSwap(accounts, 0n, 0n))).not.toBe(null)
        await both(`${way} more than one has`, [payer], encodeSwap2(accounts, 'partialFill', 1n << 61n, 0n))
      }
      await both('two at once', [payer], encodeSwap(bToA, 10n ** 7n, 0n), encodeSwap(bToA, 10n ** 7n, 0n))
      await both('hidden instructions', [payer], encodeSwap({ ...bToA, instructions: 'hidden' }, 10n ** 7n, 0n))
      const wrong = { ...aToB, token_a_vault: aToB.token_b_vault }
      await both('the wrong vault', [payer], encodeSwap(wrong, 10n ** 7n, 0n))
      await both('the wrong mint', [payer], encodeSwap({ ...aToB, token_a_mint: aToB.token_b_mint }, 10n ** 7n, 0n))
      await both('no pool', [payer], encodeSwap({ ...aToB, pool: payer.address }, 10n ** 7n, 0n))
      await pair.close()
    },
    60_000,
  )

  it('make pools of a config alike, and refuse alike', async () => {
    const pair = await createPair()
    const { banks, payer, both } = pair
    const config = await configAddress(5n)
    const data = configLayout.encode({
      ...{ vault_config_key: systemProgram, pool_creator_authority: systemProgram, base_fee: encodeBaseFee(scheduler) },
      ...{ dynamic_fee_initialized: 1, dynamic_fee_padding: new Uint8Array(7), ...dynamic_fee },
      ...{ dynamic_fee_padding_1: new Uint8Array(8), protocol_fee_percent: 20, padding_0: 0, referral_fee_percent: 20 },
      ...{ padding_1: new Uint8Array(3), compounding_fee_bps: 0, padding_2: new Uint8Array(40), activation_type: 0 },
      ...{ collect_fee_mode: 1, config_type: 0, padding_3: new Uint8Array(5), index: 5n, ...narrow, permission: 0n },
      padding_4: new Uint8Array(64),
    })
    for (const bank of banks) bank.setAccount(config, { owner: program, lamports: 10n ** 7n, executable: false, data })
    const { mints, programs, nft } = await newTokens(pair)
    const pool = await poolAddress(config, ...mints)
    const accounts = {
      ...(await createPoolAccounts(payer.address, { nftMint: nft.address, mints, programs, pool })),
      config,
    }
    const create = (liquidity: bigint, sqrt_price: bigint, activation_point?: bigint) =>
      encodeInitializePool(accounts, { liquidity, sqrt_price, activation_point })
    const signers = [payer, nft] as const
    await both('no liquidity', signers, create(0n, 1n << 64n))
    await both('a price out of range', signers, create(1n << 90n, 1n << 70n))
    await both('opening in the past', signers, create(1n << 90n, 1n << 64n, 0n))
    expect(await both('create', signers, create(1n << 100n, (1n << 64n) + 12_345n))).toBe(null)
    const swap = {
      ...accounts,
      input_token_account: accounts.payer_token_b,
      output_token_account: accounts.payer_token_a,
    }
    expect(await both('swap', [payer], encodeSwap({ ...swap, instructions: 'hidden' }, 10n ** 9n, 1n))).toBe(null)
    await both('again', signers, create(1n << 100n, 1n << 64n))

    const bad: readonly Partial<CustomizablePoolParameters>[] = [
      { collect_fee_mode: 3 },
      { activation_type: 2 },
      { compounding_fee_bps: 5 },
      { collect_fee_mode: 2 },
      { sqrt_min_price: 1n },
      { sqrt_min_price: 1n << 80n, sqrt_max_price: 1n << 70n },
      { sqrt_price: 5n },
      { liquidity: 0n },
      { collect_fee_mode: 2, compounding_fee_bps: 5, liquidity: 5n },
      { dynamic_fee: { ...dynamic_fee, bin_step: 2 } },
      { activation_point: 7n },
      { base_fee: parametersOf({ ...flatFee, cliff_fee_numerator: 5n } as BaseFee).base_fee },
      { base_fee: parametersOf({ ...flatFee, cliff_fee_numerator: 995_000_000n } as BaseFee).base_fee },
      { base_fee: parametersOf({ ...scheduler, number_of_period: 0 } as BaseFee).base_fee },
      { base_fee: parametersOf(limiter).base_fee },
      { collect_fee_mode: 1, base_fee: parametersOf({ ...limiter, fee_increment_bps: 0 } as BaseFee).base_fee },
    ]
    for (const [i, parameters] of bad.entries()) {
      const fresh = await newTokens(pair)
      const made = await createPoolAccounts(payer.address, {
        nftMint: fresh.nft.address,
        mints: fresh.mints,
        programs: fresh.programs,
      })
      const instruction = encodeInitializeCustomizablePool(made, parametersOf(flatFee, parameters))
      expect(await both(`bad ${i}`, [payer, fresh.nft], instruction), `bad ${i}`).not.toBe(null)
    }
    await pair.close()
  }, 60_000)
})
