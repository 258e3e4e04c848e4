import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSignerFromKeyPair } from '@solana/kit'
import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import {
  encodeSwap2,
  type PoolConfig,
  poolAddress,
  program,
  type SwapAccounts,
  swapModes,
  vaultAddress,
} from '@tern/venues/meteoraDbc'
import { encodeInitializePool, encodeSwap, virtualPoolLayout } from '@tern/venues/meteoraDbc/internal'
import { describe, expect, it } from 'vitest'
import { createBankPair, manyUnits } from '../../../test/bankPair.ts'
import { placeTerms } from '../../../test/dbc.ts'
import { type Instruction, newSigner } from '../../../test/transactions.ts'
import { deriveKey } from '../../world/deriveKey.ts'
import { exampleTerms } from './world/curveTerms.ts'

const programsDir = process.env.PROGRAMS_DIR ?? ''
const hasBinary = programsDir !== '' && existsSync(join(programsDir, `${program}.so`))

/** Two chains, one with the real program, and a payer with SOL and wrapped SOL. */
async function createPair() {
  const pair = await createBankPair({ programsDir, before: [manyUnits], comparable: withoutMigrationFee })
  const payer = await createSignerFromKeyPair((await deriveKey('real', 'payer')).keyPair)
  const wrapped = await associatedTokenAddress(payer.address, wrappedNativeMint, tokenProgram)
  for (const bank of pair.banks) {
    const place = (address: Address, owner: Address, data: Uint8Array, lamports = rentExemption(data.length)) =>
      bank.setAccount(address, { owner, lamports, executable: false, data })
    place(payer.address, systemProgram, new Uint8Array(), 10n ** 13n)
    place(wrappedNativeMint, tokenProgram, wrappedMint)
    place(wrapped, tokenProgram, wrappedOf(payer.address), wrappedLamports + rentExemption(tokenAccountLayout.size))
  }
  return { ...pair, payer, wrapped }
}

const feeAt = virtualPoolLayout.offsets.protocol_liquidity_migration_fee_bps

/** The binary is release 0.1.8, but the simulation is 0.1.10, which also writes the migration fee into new pools. */
function withoutMigrationFee(account: AccountSnapshot | null): AccountSnapshot | null {
  if (account?.owner !== program || account.data.length !== virtualPoolLayout.size) return account
  const data = Uint8Array.from(account.data)
  data.fill(0, feeAt, feeAt + 2)
  return { ...account, data }
}

const wrappedLamports = 10n ** 12n
const wrappedMint = mintLayout.encode({
  ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 0n, decimals: 9, isInitialized: true },
  ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
})
const wrappedOf = (owner: Address) =>
  tokenAccountLayout.encode({
    ...{
      mint: wrappedNativeMint,
      owner,
      amount: wrappedLamports,
      delegateOption: 0,
      delegate: systemProgram,
      state: 1,
    },
    ...{ isNativeOption: 1, isNative: rentExemption(tokenAccountLayout.size), delegatedAmount: 0n },
    ...{ closeAuthorityOption: 0, closeAuthority: systemProgram },
  })

type Pair = Awaited<ReturnType<typeof createPair>>

/** Launches a token on these terms, and opens the payer's account for it. */
async function launch({ banks, payer, wrapped, both }: Pair, terms: Partial<PoolConfig>) {
  const [config, mint] = [(await newSigner()).address, await newSigner()]
  for (const bank of banks) placeTerms(bank, config, { fee_claimer: config, ...terms })
  const made = await encodeInitializePool({
    ...{ config, creator: payer.address, payer: payer.address, baseMint: mint.address, baseProgram: token2022Program },
    ...{ quoteMint: wrappedNativeMint, quoteProgram: tokenProgram },
    ...{ name: 'Arctic Tern', symbol: 'TERN', uri: 'https://tern.example/é.json' },
  })
  expect(await both('launch', [payer, mint], made)).toBe(null)
  const account = await associatedTokenAddress(payer.address, mint.address, token2022Program)
  expect(await both('account', [payer], openAccount(payer.address, account, mint.address))).toBe(null)
  const pool = await poolAddress(config, mint.address, wrappedNativeMint)
  const shared = {
    ...{ config, pool, base_mint: mint.address, quote_mint: wrappedNativeMint, payer: payer.address },
    ...{ base_vault: await vaultAddress(pool, mint.address), quote_vault: await vaultAddress(pool, wrappedNativeMint) },
    ...{ token_base_program: token2022Program, token_quote_program: tokenProgram, showsInstructions: true },
  }
  const buy: SwapAccounts = { ...shared, input_token_account: wrapped, output_token_account: account }
  const sell: SwapAccounts = { ...shared, input_token_account: account, output_token_account: wrapped }
  return { buy, sell, again: () => both('launched again', [payer, mint], made) }
}

const openAccount = (payer: Address, account: Address, mint: Address): Instruction => ({
  programAddress: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address,
  accounts: [
    { address: payer, role: 3 },
    { address: account, role: 1 },
    ...[payer, mint, systemProgram, token2022Program].map(address => ({ address, role: 0 })),
  ],
  data: Uint8Array.of(1),
})

const fee = (change: Partial<PoolConfig['base_fee']>) => ({ base_fee: { ...exampleTerms.base_fee, ...change } })
const falling = fee({
  ...{ base_fee_mode: 1, cliff_fee_numerator: 500_000_000n, first_factor: 60, second_factor: 5n, third_factor: 500n },
})
const rising = fee({
  ...{ base_fee_mode: 2, cliff_fee_numerator: 10_000_000n, first_factor: 100, second_factor: 600n },
  third_factor: 1_000_000_000n,
})
const dynamic_fee: PoolConfig['dynamic_fee'] = {
  ...exampleTerms.dynamic_fee,
  ...{ initialized: 1, bin_step: 1, bin_step_u128: 1_844_674_407_370_955n, filter_period: 10, decay_period: 120 },
  ...{ reduction_factor: 5_000, max_volatility_accumulator: 14_460_000, variable_fee_control: 956 },
}
const locked_vesting_config = { ...exampleTerms.locked_vesting_config, frequency: 60n, cliff_unlock_amount: 10n ** 12n }

describe.runIf(hasBinary)('the simulated program and the real program', () => {
  it.each([
    ['a fee that stays', {}],
    ['a fee that falls, and tokens that vest', { ...falling, locked_vesting_config, token_update_authority: 0 }],
    ['a fee that rises with the amount', { ...rising, token_update_authority: 2 }],
    ['a fee on what goes out that follows volatility', { collect_fee_mode: 1, dynamic_fee, token_update_authority: 4 }],
    ['a fee that falls with slots', { ...falling, activation_type: 0, dynamic_fee, pool_creation_fee: 5_000_000n }],
  ] as const)(
    'launch, trade, fail and complete alike with %s',
    async (_, terms) => {
      const pair = await createPair()
      const { payer, both, wait } = pair
      const { buy, sell, again } = await launch(pair, terms)
      expect(await again()).not.toBe(null)
      await both('a sale of nothing', [payer], encodeSwap(sell, 5n, 0n))
      expect(await both('buy in', [payer], encodeSwap(buy, 1_234_567_890n, 1n))).toBe(null)
      await wait(3)
      const referred = { ...buy, referral_token_account: buy.input_token_account }
      await both('buy referred', [payer], encodeSwap(referred, 10n ** 8n, 1n))
      const held = { ...buy, referral_token_account: buy.output_token_account }
      await both('buy referred in the token', [payer], encodeSwap2(held, 10n ** 8n, 1n, swapModes.partialFill))
      await wait(15)
      expect(await both('buy out', [payer], encodeSwap2(buy, 9_876_543_210n, 1n << 60n, swapModes.exactOut))).toBe(null)
      await both('sell in', [payer], encodeSwap(sell, 3_333_333_333n, 1n))
      await wait(200)
      await both('sell out', [payer], encodeSwap2(sell, 7_654_321n, 1n << 60n, swapModes.exactOut))
      await both(
        'sell referred',
        [payer],
        encodeSwap({ ...sell, referral_token_account: sell.output_token_account }, 10n ** 7n, 0n),
      )
      for (const [way, accounts] of [
        ['buy', buy],
        ['sell', sell],
      ] as const) {
        await both(`${way} dust`, [payer], encodeSwap(accounts, 1n, 0n))
        await both(`${way} dust out`, [payer], encodeSwap2(accounts, 1n, 1n << 62n, swapModes.exactOut))
        await both(`${way} too little`, [payer], encodeSwap(accounts, 10n ** 8n, 1n << 62n))
        await both(`${way} too dear`, [payer], encodeSwap2(accounts, 10n ** 6n, 1n, swapModes.exactOut))
        await both(`${way} nothing`, [payer], encodeSwap(accounts, 0n, 0n))
        await both(`${way} more than there is`, [payer], encodeSwap(accounts, 1n << 62n, 0n))
        await both(`${way} in a way that is none`, [payer], encodeSwap2(accounts, 5n, 0n, 3 as 2))
        await both(`${way} twice`, [payer], encodeSwap(accounts, 10n ** 7n, 0n), encodeSwap(accounts, 10n ** 7n, 0n))
      }
      await both('hidden instructions', [payer], encodeSwap({ ...buy, showsInstructions: false }, 10n ** 7n, 0n))
      await both('the wrong vault', [payer], encodeSwap({ ...buy, base_vault: buy.quote_vault }, 10n ** 7n, 0n))
      await both('the wrong mint', [payer], encodeSwap({ ...buy, base_mint: buy.quote_mint }, 10n ** 7n, 0n))
      await both('no pool', [payer], encodeSwap({ ...buy, pool: payer.address }, 10n ** 7n, 0n))
      await both('the wrong program', [payer], encodeSwap({ ...buy, token_base_program: tokenProgram }, 10n ** 7n, 0n))
      await wait(700)
      expect(
        await both('the rest', [payer], encodeSwap2(buy, 10n ** 12n - 10n ** 11n, 1n, swapModes.partialFill)),
      ).toBe(null)
      expect(await both('after that', [payer], encodeSwap(buy, 10n ** 8n, 0n))).not.toBe(null)
      await both('a sale after that', [payer], encodeSwap(sell, 10n ** 8n, 0n))
      await pair.close()
    },
    60_000,
  )
})
