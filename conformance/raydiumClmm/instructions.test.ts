import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Address, encodeBase58 } from '@tern/core'
import {
  encodeSwapV2ExactIn,
  encodeSwapV2ExactOut,
  poolAddress,
  program,
  type SwapV2Accounts,
  tickArrayAddress,
  vaultAddress,
} from '@tern/venues/raydiumClmm'
import { bitmapExtensionAddress, configAddress, observationAddress } from '@tern/venues/raydiumClmm/internal'
import { readExecuted } from '@tern/venues/read'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydium_clmm')
const programKey = new PublicKey(program)
/** Made-up addresses: 32 equal bytes. */
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const key = (byte: number) => new PublicKey(k(byte))
const u64 = fc.bigInt(0n, 2n ** 64n - 1n)
const u128 = fc.bigInt(0n, 2n ** 128n - 1n)

const plain = (instruction: Instruction) => ({
  program: instruction.programAddress,
  accounts: (instruction.accounts ?? []).map(
    ({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`,
  ),
  data: Buffer.from(instruction.data ?? []).toString('hex'),
})

/** The SDK's swap on the same made-up addresses: tick arrays from 20 on, the extension 19. */
function sdkSwap(
  tickArrays: number,
  hasExtension: boolean,
  [amount, threshold, priceLimit]: readonly [bigint, bigint, bigint],
  isExactIn: boolean,
) {
  const make = raydiumSdk.ClmmInstrument.swapV2Instruction as unknown as (...args: unknown[]) => TransactionInstruction
  const { programId, keys, data } = make(
    ...[programKey, key(1), key(2), key(3), key(4), key(5), key(6), key(7), key(8), key(9)],
    ...[Array.from({ length: tickArrays }, (_, i) => key(20 + i)), key(10)],
    ...[bn(amount), bn(threshold), bn(priceLimit), isExactIn, hasExtension ? key(19) : undefined],
  )
  return {
    program: String(programId),
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey} ${isSigner} ${isWritable}`),
    data: data.toString('hex'),
  }
}

describe(`${raydiumSdkName}`, () => {
  it(
    'builds the same swap, byte for byte and account for account',
    evidence('instructions of the official SDK'),
    () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 7 }),
          fc.boolean(),
          u64,
          u64,
          u128,
          (tickArrays, hasExtension, amount, other, priceLimit) => {
            const accounts: SwapV2Accounts = {
              ...{
                payer: k(1),
                pool_state: k(2),
                amm_config: k(3),
                input_token_account: k(4),
                output_token_account: k(5),
              },
              ...{ input_vault: k(6), output_vault: k(7), input_vault_mint: k(8), output_vault_mint: k(9) },
              observation_state: k(10),
              tickarray_bitmap_extension: hasExtension ? k(19) : undefined,
              tick_arrays: Array.from({ length: tickArrays }, (_, i) => k(20 + i)),
            }
            for (const limit of [undefined, priceLimit]) {
              const numbers = [amount, other, limit ?? 0n] as const
              expect(plain(encodeSwapV2ExactIn(accounts, amount, other, limit))).toEqual(
                sdkSwap(tickArrays, hasExtension, numbers, true),
              )
              expect(plain(encodeSwapV2ExactOut(accounts, other, amount, limit))).toEqual(
                sdkSwap(tickArrays, hasExtension, numbers, false),
              )
            }
          },
        ),
      )
    },
  )

  it('makes permissioned pools with a separate payer and creator', () => {
    const keys = Array.from({ length: 13 }, (_, i) => key(i + 1))
    const make = raydiumSdk.ClmmInstrument.createPermissionedPoolInstruction as unknown as (
      ...args: unknown[]
    ) => TransactionInstruction
    const made = make(programKey, ...keys, bn(7n), 0, 5, [])
    const accounts = made.keys.map(({ pubkey }) => String(pubkey) as Address)
    expect(readExecuted({ program, accounts, data: Uint8Array.from(made.data) })).toMatchObject({
      ...{ protocol: 'raydium_clmm', kind: 'create', wallet: k(1), creator: k(2), pool: k(5), mints: [k(6), k(7)] },
    })
  })

  it('derives the same addresses', async () => {
    const {
      getPdaAmmConfigId,
      getPdaExBitmapAccount,
      getPdaObservationAccount,
      getPdaPoolId,
      getPdaPoolVaultId,
      getPdaTickArrayAddress,
    } = raydiumSdk
    for (const index of [0, 4, 258]) {
      const config = getPdaAmmConfigId(programKey, index).publicKey
      expect(await configAddress(index)).toBe(String(config))
      const pool = getPdaPoolId(programKey, config, key(index % 250), key(251)).publicKey
      const address = await poolAddress(await configAddress(index), k(index % 250), k(251))
      expect(address).toBe(String(pool))
      expect(await vaultAddress(address, k(251))).toBe(String(getPdaPoolVaultId(programKey, pool, key(251)).publicKey))
      expect(await observationAddress(address)).toBe(String(getPdaObservationAccount(programKey, pool).publicKey))
      expect(bitmapExtensionAddress(address)).toBe(String(getPdaExBitmapAccount(programKey, pool).publicKey))
      for (const start of [-443_580, -60, 0, 30_720])
        expect(tickArrayAddress(address, start)).toBe(String(getPdaTickArrayAddress(programKey, pool, start).publicKey))
    }
  })
})
