import { createKeyPairSignerFromPrivateKeyBytes, type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Address, encodeBase58, token2022Program, tokenProgram } from '@tern/core'
import {
  configAddress,
  encodeSwapBaseInput,
  encodeSwapBaseOutput,
  poolAddress,
  program,
  type SwapAccounts,
} from '@tern/venues/raydiumCpmm'
import {
  authority,
  createPoolFeeReceiver,
  encodeDeposit,
  encodeInitialize,
  encodeWithdraw,
  lockAuthority,
} from '@tern/venues/raydiumCpmm/internal'
import { readExecuted } from '@tern/venues/read'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves, provesLiquidity } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydium_cpmm')
const ofLiquidity = provesLiquidity('raydium_cpmm')

/** Made-up addresses: 32 equal bytes. */
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const key = (byte: number) => new PublicKey(k(byte))

const plain = (instruction: Instruction) => ({
  program: instruction.programAddress,
  accounts: (instruction.accounts ?? []).map(
    ({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`,
  ),
  data: Buffer.from(instruction.data ?? []).toString('hex'),
})
const swapAccounts = (at: (position: number) => Address): SwapAccounts => ({
  payer: at(1),
  amm_config: at(2),
  pool_state: at(3),
  input_token_account: at(4),
  output_token_account: at(5),
  input_vault: at(6),
  output_vault: at(7),
  input_token_program: tokenProgram,
  output_token_program: tokenProgram,
  input_token_mint: at(8),
  output_token_mint: at(9),
  observation_state: at(10),
})

const liquidityAccounts = {
  owner: k(1),
  pool_state: k(2),
  owner_lp_token: k(3),
  token_0_account: k(4),
  token_1_account: k(5),
  token_0_vault: k(6),
  token_1_vault: k(7),
  vault_0_mint: k(8),
  vault_1_mint: k(9),
  lp_mint: k(10),
}

type Maker = Extract<keyof typeof raydiumSdk, `make${string}Instruction`>

/** An SDK builder's instruction. Its builders take keys and numbers by position. */
function sdkMakes(maker: Maker, ...args: unknown[]) {
  const make = raydiumSdk[maker] as (...args: unknown[]) => TransactionInstruction
  const { programId, keys, data } = make(...args)
  return {
    program: String(programId),
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey} ${isSigner} ${isWritable}`),
    data: data.toString('hex'),
  }
}

const programKey = new PublicKey(program)
const authorityKey = new PublicKey(authority)
const token = new PublicKey(tokenProgram)
const u64 = fc.bigInt(0n, 2n ** 64n - 1n)

describe('instructions', () => {
  it('swap as the SDK does, byte for byte, account for account', evidence(`${raydiumSdkName}, instructions`), () => {
    const keys = [
      programKey,
      key(1),
      authorityKey,
      ...[2, 3, 4, 5, 6, 7].map(key),
      token,
      token,
      ...[8, 9, 10].map(key),
    ]
    fc.assert(
      fc.property(u64, u64, (a, b) => {
        expect(plain(encodeSwapBaseInput(swapAccounts(k), a, b))).toEqual(
          sdkMakes('makeSwapCpmmBaseInInstruction', ...keys, bn(a), bn(b)),
        )
        expect(plain(encodeSwapBaseOutput(swapAccounts(k), a, b))).toEqual(
          sdkMakes('makeSwapCpmmBaseOutInstruction', ...keys, bn(a), bn(b)),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('swap as in the golden instructions', evidence('golden vectors of the SDK'), async () => {
    interface Golden {
      readonly programId: string
      readonly keys: readonly (readonly [string, boolean, boolean])[]
      readonly data: string
    }
    const golden = readFixture<{ swapBaseInput: Golden; swapBaseOutput: Golden }>('raydiumCpmm/goldenInstructions.json')
    const signers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(i))),
    )
    const at = (position: number) => signers[position]?.address ?? program
    const goldenPlain = ({ programId, keys, data }: Golden) => ({
      program: programId,
      accounts: keys.map(([address, isSigner, isWritable]) => `${address} ${isSigner} ${isWritable}`),
      data,
    })
    expect(plain(encodeSwapBaseInput(swapAccounts(at), 1_000_000n, 999n))).toEqual(goldenPlain(golden.swapBaseInput))
    expect(plain(encodeSwapBaseOutput(swapAccounts(at), 1_000_000n, 999n))).toEqual(goldenPlain(golden.swapBaseOutput))
  })

  it('deposit and withdraw as the SDK does', ofLiquidity(`${raydiumSdkName}, instructions`), () => {
    const keys = [programKey, key(1), authorityKey, ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map(key)]
    const amounts = [bn(5n), bn(6n), bn(7n)]
    expect(plain(encodeDeposit(liquidityAccounts, { lpAmount: 5n, maxAmount0: 6n, maxAmount1: 7n }))).toEqual(
      sdkMakes('makeDepositCpmmInInstruction', ...keys, ...amounts),
    )
    expect(plain(encodeWithdraw(liquidityAccounts, { lpAmount: 5n, minAmount0: 6n, minAmount1: 7n }))).toEqual(
      sdkMakes('makeWithdrawCpmmInInstruction', ...keys, ...amounts),
    )
  })

  it('name the SDK’s authority for locked LP tokens', () => {
    expect(lockAuthority).toBe(raydiumSdk.LOCK_CPMM_AUTH.toBase58())
  })

  it('open a permissioned pool as the SDK does', () => {
    const keys = Array.from({ length: 18 }, (_, i) => key(i + 1))
    const make = raydiumSdk.initializeWithPermission as unknown as (...args: unknown[]) => TransactionInstruction
    const made = make(programKey, ...keys, bn(7n), bn(5n), bn(9n), 1)
    const accounts = made.keys.map(({ pubkey }) => String(pubkey) as Address)
    expect(readExecuted({ program, accounts, data: Uint8Array.from(made.data) })).toMatchObject({
      ...{ protocol: 'raydium_cpmm', kind: 'create', wallet: k(1), creator: k(2), pool: k(5), mints: [k(6), k(7)] },
    })
  })

  const created = ofLiquidity(`${raydiumSdkName}, instructions`)
  it('create a pool as the SDK does, except for the creator, which the program needs writable', created, async () => {
    const config = await configAddress(0)
    const pool = await poolAddress(config, k(3), k(4))
    const accounts = {
      creator: k(1),
      amm_config: config,
      pool_state: pool,
      token_0_mint: k(3),
      token_1_mint: k(4),
      lp_mint: k(5),
      creator_token_0: k(6),
      creator_token_1: k(7),
      creator_lp_token: k(8),
      token_0_vault: k(9),
      token_1_vault: k(10),
      observation_state: k(11),
      token_0_program: tokenProgram,
      token_1_program: token2022Program,
    }
    const theirs = sdkMakes(
      'makeCreateCpmmPoolInInstruction',
      ...[programKey, key(1), new PublicKey(config), authorityKey, new PublicKey(pool)],
      ...[3, 4, 5, 6, 7, 8, 9, 10].map(key),
      ...[new PublicKey(createPoolFeeReceiver), token, new PublicKey(token2022Program), key(11)],
      ...[bn(5n), bn(6n), bn(7n)],
    )
    // `#[account(mut)] pub creator` in instructions/initialize.rs.
    const [creator, ...others] = theirs.accounts
    expect(creator).toBe(`${k(1)} true false`)
    expect(plain(encodeInitialize(accounts, { amount0: 5n, amount1: 6n, openTimeSeconds: 7n }))).toEqual({
      ...theirs,
      accounts: [`${k(1)} true true`, ...others],
    })
  })
})
