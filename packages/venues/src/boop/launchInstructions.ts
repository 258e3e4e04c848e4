import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, metadataProgram, systemProgram, tokenProgram } from '@tern/core'
import { address, rentSysvar, struct, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { borsh, text } from '../borsh.ts'
import { configAddress, program, vaultAuthority } from './addresses.ts'

const tokenFields = { salt: u64, name: text, symbol: text, uri: text }
const deployed = { creator: address, salt: u64 }

/** `create_token`: creates a mint and its metadata. */
export const createTokenLayout = borsh('create_token', tokenFields, {
  discriminator: [0x54, 0x34, 0xcc, 0xe4, 0x18, 0x8c, 0xea, 0x4b],
})

/** `create_token_fallback`: the mint's address does not depend on the payer. */
export const createTokenFallbackLayout = borsh('create_token_fallback', tokenFields, {
  discriminator: [0xfd, 0xb8, 0x7e, 0xc7, 0xeb, 0xe8, 0xac, 0xa2],
})

/** `deploy_bonding_curve`: mints the supply into a new curve. */
export const deployBondingCurveLayout = struct('deploy_bonding_curve', 48, deployed, {
  discriminator: [0xb4, 0x59, 0xc7, 0x4c, 0xa8, 0xec, 0xd9, 0x8a],
})

/** `deploy_bonding_curve_fallback`: for a mint of `create_token_fallback`. */
export const deployBondingCurveFallbackLayout = struct('deploy_bonding_curve_fallback', 48, deployed, {
  discriminator: [0x35, 0xe6, 0xac, 0x54, 0x4d, 0xae, 0x16, 0x3d],
})

/** The seeds of a new mint: the payer and the salt, or the salt alone. */
export type MintSeeds = 'payerAndSalt' | 'salt'

/** The accounts of `create_token`, by the program's names. Constant accounts are left out. */
export interface CreateTokenAccounts {
  readonly metadata: Address
  readonly mint: Address
  readonly payer: Address
}

/** A token's text, and the number in its mint's seed. */
export interface CreateTokenArguments {
  readonly salt: bigint
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** Creates a token's mint and metadata. */
export function encodeCreateToken(
  a: CreateTokenAccounts,
  token: CreateTokenArguments,
  seeds: MintSeeds = 'payerAndSalt',
): Instruction {
  const layout = seeds === 'salt' ? createTokenFallbackLayout : createTokenLayout
  return {
    programAddress: program,
    accounts: [
      readonly(configAddress),
      writable(a.metadata),
      writable(a.mint),
      writableSigner(a.payer),
      ...[rentSysvar, systemProgram, tokenProgram, metadataProgram].map(readonly),
    ],
    data: layout.encode(token),
  }
}

/** The accounts of `deploy_bonding_curve`, by the program's names. Constant accounts are left out. */
export interface DeployBondingCurveAccounts {
  readonly mint: Address
  readonly bonding_curve: Address
  readonly bonding_curve_sol_vault: Address
  readonly bonding_curve_vault: Address
  readonly payer: Address
}

/** Deploys the curve of a token that the payer created with `salt`. */
export function encodeDeployBondingCurve(
  a: DeployBondingCurveAccounts,
  { creator, salt }: { readonly creator: Address; readonly salt: bigint },
  seeds: MintSeeds = 'payerAndSalt',
): Instruction {
  const layout = seeds === 'salt' ? deployBondingCurveFallbackLayout : deployBondingCurveLayout
  return {
    programAddress: program,
    accounts: [
      writable(a.mint),
      readonly(vaultAuthority),
      writable(a.bonding_curve),
      writable(a.bonding_curve_sol_vault),
      writable(a.bonding_curve_vault),
      readonly(configAddress),
      writableSigner(a.payer),
      ...[systemProgram, tokenProgram, associatedTokenProgram].map(readonly),
    ],
    data: layout.encode({ creator, salt }),
  }
}
