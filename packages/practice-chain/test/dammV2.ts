import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { mintLayout, tokenAccountLayout, transferFeeConfigLayout } from '@tern/core/internal'
import { customizablePoolAddress, vaultAddress } from '@tern/venues/meteoraDammV2'
import {
  type BaseFee,
  type CreatePoolAccounts,
  type CustomizablePoolParameters,
  encodeBaseFeeParameters,
  positionAddress,
  positionNftAccountAddress,
} from '@tern/venues/meteoraDammV2/internal'
import type { Bank } from '../src/bank/bank.ts'

/** A constant fee of 0.25%. */
export const flatFee: BaseFee = {
  ...{ mode: 'timeLinear', cliff_fee_numerator: 2_500_000n, number_of_period: 0 },
  ...{ period_frequency: 0n, reduction_factor: 0n },
}

/** Parameters of a new pool. By default without price bounds, with about 100 tokens of 9 decimals on each side. */
export const parametersOf = (
  baseFee: BaseFee = flatFee,
  others: Partial<CustomizablePoolParameters> = {},
): CustomizablePoolParameters => ({
  base_fee: encodeBaseFeeParameters(baseFee),
  ...{ compounding_fee_bps: 0, padding: 0, dynamic_fee: undefined, has_alpha_vault: false },
  ...{ sqrt_min_price: 4_295_048_016n, sqrt_max_price: 79_226_673_521_066_979_257_578_248_091n },
  ...{ liquidity: 100_000_000_000n << 64n, sqrt_price: 1n << 64n, activation_type: 1, collect_fee_mode: 0 },
  ...{ activation_point: undefined, ...others },
})

/** The accounts of a new pool. Without `pool`, it is the pool without a config. */
export async function createPoolAccounts(
  payer: Address,
  {
    nftMint,
    mints,
    programs,
    pool,
  }: {
    readonly nftMint: Address
    readonly mints: readonly [Address, Address]
    readonly programs: readonly [Address, Address]
    readonly pool?: Address | undefined
  },
): Promise<CreatePoolAccounts> {
  const address = pool ?? (await customizablePoolAddress(...mints))
  return {
    ...{ creator: payer, payer, pool: address, position_nft_mint: nftMint },
    position_nft_account: await positionNftAccountAddress(nftMint),
    position: await positionAddress(nftMint),
    ...{ token_a_mint: mints[0], token_b_mint: mints[1], token_a_program: programs[0], token_b_program: programs[1] },
    token_a_vault: await vaultAddress(mints[0], address),
    token_b_vault: await vaultAddress(mints[1], address),
    payer_token_a: await associatedTokenAddress(payer, mints[0], programs[0]),
    payer_token_b: await associatedTokenAddress(payer, mints[1], programs[1]),
  }
}

/**
 * Places a mint of 9 decimals, and 10^18 units for `owner`. With `feeBps`, it is a Token-2022 mint with a transfer fee.
 */
export async function placeToken(
  bank: Bank,
  { mint, owner, feeBps }: { readonly mint: Address; readonly owner: Address; readonly feeBps?: number | undefined },
): Promise<Address> {
  const program = feeBps === undefined ? tokenProgram : token2022Program
  const place = (address: Address, data: Uint8Array) =>
    bank.setAccount(address, { owner: program, lamports: rentExemption(data.length), executable: false, data })
  place(mint, encodeMint(feeBps))
  place(await associatedTokenAddress(owner, mint, program), encodeAccount(mint, owner, feeBps))
  return program
}

function encodeMint(feeBps: number | undefined): Uint8Array {
  const base = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 10n ** 18n, decimals: 9, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  if (feeBps === undefined) return base
  const fee = { epoch: 0n, maximumFee: 10n ** 17n, transferFeeBasisPoints: feeBps }
  return extended(
    base,
    1,
    transferFeeConfigLayout.encode({
      ...{ transferFeeConfigAuthority: systemProgram, withdrawWithheldAuthority: systemProgram, withheldAmount: 0n },
      ...{ olderTransferFee: fee, newerTransferFee: fee },
    }),
  )
}

function encodeAccount(mint: Address, owner: Address, feeBps: number | undefined): Uint8Array {
  const base = tokenAccountLayout.encode({
    ...{ mint, owner, amount: 10n ** 18n, delegateOption: 0, delegate: systemProgram, state: 1, isNativeOption: 0 },
    ...{ isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0, closeAuthority: systemProgram },
  })
  return feeBps === undefined ? base : extended(base, 2, new Uint8Array(8))
}

/** A Token-2022 account with a single extension: 2 holds withheld fees, 1 a mint's fee. */
function extended(base: Uint8Array, type: 1 | 2, extension: Uint8Array): Uint8Array {
  const data = new Uint8Array(166 + 4 + extension.length)
  data.set(base)
  data[165] = type
  data.set([type, 0, extension.length, 0], 166)
  data.set(extension, 170)
  return data
}
