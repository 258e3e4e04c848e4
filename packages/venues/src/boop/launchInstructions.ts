import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, metadataProgram, systemProgram, tokenProgram } from '@tern/core'
import { address, rentSysvar, struct, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { borsh, text } from '../borsh.ts'
import { configAddress, program, vaultAuthority } from './addresses.ts'

/** `create_token`: creates a mint and its metadata. */
export const createTokenLayout = borsh(
  'create_token',
  { salt: u64, name: text, symbol: text, uri: text },
  { discriminator: [0x54, 0x34, 0xcc, 0xe4, 0x18, 0x8c, 0xea, 0x4b] },
)

/** `deploy_bonding_curve`: mints the supply into a new curve. */
export const deployBondingCurveLayout = struct(
  'deploy_bonding_curve',
  48,
  { creator: address, salt: u64 },
  { discriminator: [0xb4, 0x59, 0xc7, 0x4c, 0xa8, 0xec, 0xd9, 0x8a] },
)

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
export function encodeCreateToken(a: CreateTokenAccounts, token: CreateTokenArguments): Instruction {
  return {
    programAddress: program,
    accounts: [
      readonly(configAddress),
      writable(a.metadata),
      writable(a.mint),
      writableSigner(a.payer),
      ...[rentSysvar, systemProgram, tokenProgram, metadataProgram].map(readonly),
    ],
    data: createTokenLayout.encode(token),
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
): Instruction {
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
    data: deployBondingCurveLayout.encode({ creator, salt }),
  }
}
