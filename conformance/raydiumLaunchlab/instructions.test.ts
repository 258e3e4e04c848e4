import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Address, encodeBase58, token2022Program, tokenProgram } from '@tern/core'
import { encodeBuyExactIn, program, type TradeAccounts } from '@tern/venues/raydiumLaunchlab'
import {
  authority,
  type CurveParams,
  encodeBuyExactOut,
  encodeClaimCreatorFee,
  encodeClaimPlatformFee,
  encodeClaimPlatformFeeFromVault,
  encodeInitializeV2,
  encodeInitializeWithToken2022,
  encodeSellExactIn,
  encodeSellExactOut,
} from '@tern/venues/raydiumLaunchlab/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydium_launchlab')

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
type Plain = ReturnType<typeof plain>

type Maker =
  | 'buyExactInInstruction'
  | 'buyExactOutInstruction'
  | 'sellExactInInstruction'
  | 'sellExactOut'
  | 'initializeV2'
  | 'initializeWithToken2022'
  | 'claimCreatorFee'
  | 'claimPlatformFee'
  | 'claimPlatformFeeFromVault'

/** An SDK builder's instruction. Its builders take keys and numbers by position. */
function sdkMakes(maker: Maker, ...args: unknown[]): Plain {
  const make = raydiumSdk[maker] as unknown as (...args: unknown[]) => TransactionInstruction
  const { programId, keys, data } = make(...args)
  return {
    program: programId.toBase58() as Address,
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey} ${isSigner} ${isWritable}`),
    data: data.toString('hex'),
  }
}

const programKey = new PublicKey(program)
const authorityKey = new PublicKey(authority)
const token = new PublicKey(tokenProgram)
const token2022 = new PublicKey(token2022Program)
const u64 = fc.bigInt(0n, 2n ** 64n - 1n)

const trade: TradeAccounts = {
  payer: k(1),
  global_config: k(2),
  platform_config: k(3),
  pool_state: k(4),
  user_base_token: k(5),
  user_quote_token: k(6),
  base_vault: k(7),
  quote_vault: k(8),
  base_token_mint: k(9),
  quote_token_mint: k(10),
  base_token_program: token2022Program,
  quote_token_program: tokenProgram,
  platform_fee_vault: k(11),
  creator_fee_vault: k(12),
}
const tradeKeys = [
  ...[programKey, key(1), authorityKey, ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map(key)],
  ...[token2022, token, key(11), key(12)],
]

describe('instructions', () => {
  it('trade as the SDK does, byte for byte, account for account', evidence(`${raydiumSdkName}, instructions`), () => {
    fc.assert(
      fc.property(u64, u64, fc.option(u64), (first, second, rate) => {
        const share = rate === null || rate === 0n ? undefined : { rate, receiver: k(13) }
        const args = [...tradeKeys, bn(first), bn(second), ...(share ? [bn(share.rate), key(13)] : [])]
        for (const [encode, maker] of [
          [encodeBuyExactIn, 'buyExactInInstruction'],
          [encodeBuyExactOut, 'buyExactOutInstruction'],
          [encodeSellExactIn, 'sellExactInInstruction'],
          [encodeSellExactOut, 'sellExactOut'],
        ] as const)
          expect(plain(encode(trade, first, second, share))).toEqual(sdkMakes(maker, ...args))
      }),
      { numRuns: 200 },
    )
  })

  it('launch as the SDK does', () => {
    const accounts = {
      payer: k(1),
      creator: k(2),
      global_config: k(3),
      platform_config: k(4),
      pool_state: k(5),
      base_mint: k(6),
      quote_mint: k(7),
      base_vault: k(8),
      quote_vault: k(9),
      quote_token_program: tokenProgram,
    }
    const keys = [programKey, ...[1, 2, 3, 4].map(key), authorityKey, ...[5, 6, 7, 8, 9].map(key)]
    const kinds = { constantProduct: 'ConstantCurve', fixedPrice: 'FixedCurve', linearPrice: 'LinearCurve' } as const
    const curves: fc.Arbitrary<CurveParams> = fc
      .record({
        type: fc.constantFrom('constantProduct', 'fixedPrice', 'linearPrice'),
        supply: u64,
        total_base_sell: u64,
        total_quote_fund_raising: u64,
        migrate_type: fc.constantFrom(0, 1),
      })
      .map(({ total_base_sell, ...rest }) => (rest.type === 'constantProduct' ? { ...rest, total_base_sell } : rest))
    const texts = fc.string({ unit: 'grapheme', maxLength: 30 })
    const launches = fc.record({
      ...{ decimals: fc.constantFrom(6, 9), name: texts, symbol: texts, uri: texts, curve: curves },
      ...{ total_locked_amount: u64, cliff_period: u64, unlock_period: u64, amm_fee_on: fc.constantFrom(0, 1) },
    })
    const fees = fc.option(fc.record({ transfer_fee_basis_points: fc.nat(10_000), maximum_fee: u64 }))
    fc.assert(
      fc.property(launches, fees, (launch, transfer_fee) => {
        const { decimals, name, symbol, uri, curve } = launch
        const { type, supply, total_base_sell = 0n, total_quote_fund_raising, migrate_type } = curve
        const params = {
          ...{ type: kinds[type], supply: bn(supply), totalSellA: bn(total_base_sell) },
          ...{ totalFundRaisingB: bn(total_quote_fund_raising), migrateType: migrate_type === 0 ? 'amm' : 'cpmm' },
        }
        const times = [launch.total_locked_amount, launch.cliff_period, launch.unlock_period].map(bn)
        const terms = [decimals, name, symbol, uri, params, ...times, launch.amm_fee_on]
        expect(plain(encodeInitializeV2(accounts, k(10), launch))).toEqual(
          sdkMakes('initializeV2', ...keys, key(10), token, ...terms),
        )
        const charged = transfer_fee && {
          transferFeeBasePoints: transfer_fee.transfer_fee_basis_points,
          maxinumFee: bn(transfer_fee.maximum_fee),
        }
        const ours = plain(encodeInitializeWithToken2022(accounts, { ...launch, transfer_fee }))
        const theirs = sdkMakes('initializeWithToken2022', ...keys, token, ...terms, charged ?? undefined)
        // Without a fee, the SDK still sends its zero bytes after the absence flag. The program does not read these
        // bytes.
        const data = transfer_fee === null ? theirs.data.slice(0, -20) : theirs.data
        expect(ours).toEqual({ ...theirs, data })
      }),
      { numRuns: 200 },
    )
  })

  it('claim as the SDK does', () => {
    const recipient = { recipient_token_account: k(4), quote_mint: k(5), token_program: tokenProgram }
    const creator = encodeClaimCreatorFee({ creator: k(1), creator_fee_vault: k(2), ...recipient })
    const feeAuth = (at: Instruction) => new PublicKey(at.accounts?.[1]?.address ?? '')
    expect(plain(creator)).toEqual(
      sdkMakes('claimCreatorFee', programKey, key(1), feeAuth(creator), key(2), key(4), key(5), token),
    )
    const vault = encodeClaimPlatformFeeFromVault({
      ...{ platform_fee_wallet: k(1), platform_config: k(2), platform_fee_vault: k(3), ...recipient },
    })
    expect(plain(vault)).toEqual(
      sdkMakes(
        'claimPlatformFeeFromVault',
        ...[programKey, key(2), key(1), feeAuth(vault)],
        ...[3, 4, 5].map(key),
        token,
      ),
    )
  })

  // In the IDL, the platform, the mint and the programs are readonly. The SDK makes these accounts writable.
  it('claim from a pool with the SDK’s accounts, but with fewer writable accounts', () => {
    const recipient = { recipient_token_account: k(4), quote_mint: k(5), token_program: tokenProgram }
    const ours = plain(
      encodeClaimPlatformFee({
        ...{ platform_fee_wallet: k(1), pool_state: k(2), platform_config: k(3), quote_vault: k(6), ...recipient },
      }),
    )
    const keys = [programKey, key(1), authorityKey, ...[2, 3, 6, 4, 5].map(key), token]
    const theirs = sdkMakes('claimPlatformFee', ...keys)
    const named = ({ accounts }: Plain) => accounts.map(one => one.split(' ').slice(0, 2).join(' '))
    expect({ ...ours, accounts: named(ours) }).toEqual({ ...theirs, accounts: named(theirs) })
    for (const [i, account] of ours.accounts.entries())
      if (account.endsWith('true')) expect(theirs.accounts[i]).toBe(account)
  })
})
