import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram } from '@tern/core'
import { struct } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { authority, creatorFeeVaultAuthority, platformFeeVaultAuthority, program } from './addresses.ts'

/** `claim_creator_fee`. */
export const claimCreatorFeeLayout = struct(
  'claim_creator_fee',
  8,
  {},
  { discriminator: [0x1a, 0x61, 0x8a, 0xcb, 0x84, 0xab, 0x8d, 0xfc] },
)

/** `claim_platform_fee_from_vault`. */
export const claimPlatformFeeFromVaultLayout = struct(
  'claim_platform_fee_from_vault',
  8,
  {},
  { discriminator: [0x75, 0xf1, 0xc6, 0xa8, 0xf8, 0xda, 0x50, 0x1d] },
)

/** `claim_platform_fee`: for the fees of a pool from before platforms had fee vaults. */
export const claimPlatformFeeLayout = struct(
  'claim_platform_fee',
  8,
  {},
  { discriminator: [0x9c, 0x27, 0xd0, 0x87, 0x4c, 0xed, 0x3d, 0x48] },
)

/** The accounts of `claim_creator_fee`, by the program's names. */
export interface ClaimCreatorFeeAccounts {
  readonly creator: Address
  readonly creator_fee_vault: Address
  /** The creator's associated account. The program opens it if it is missing. */
  readonly recipient_token_account: Address
  readonly quote_mint: Address
  readonly token_program: Address
}

/** Pays a creator all unclaimed fees in a quote token. The creator signs. */
export function encodeClaimCreatorFee(a: ClaimCreatorFeeAccounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.creator),
      readonly(creatorFeeVaultAuthority),
      writable(a.creator_fee_vault),
      writable(a.recipient_token_account),
      readonly(a.quote_mint),
      readonly(a.token_program),
      readonly(systemProgram),
      readonly(associatedTokenProgram),
    ],
    data: claimCreatorFeeLayout.encode({}),
  }
}

/** The accounts of `claim_platform_fee_from_vault`, by the program's names. */
export interface ClaimPlatformFeeFromVaultAccounts {
  readonly platform_fee_wallet: Address
  readonly platform_config: Address
  readonly platform_fee_vault: Address
  /** The wallet's associated account. The program opens it if it is missing. */
  readonly recipient_token_account: Address
  readonly quote_mint: Address
  readonly token_program: Address
}

/** Pays a platform all unclaimed fees in a quote token. Its fee wallet signs. */
export function encodeClaimPlatformFeeFromVault(a: ClaimPlatformFeeFromVaultAccounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.platform_fee_wallet),
      readonly(platformFeeVaultAuthority),
      readonly(a.platform_config),
      writable(a.platform_fee_vault),
      writable(a.recipient_token_account),
      readonly(a.quote_mint),
      readonly(a.token_program),
      readonly(systemProgram),
      readonly(associatedTokenProgram),
    ],
    data: claimPlatformFeeFromVaultLayout.encode({}),
  }
}

/** The accounts of `claim_platform_fee`, by the program's names. */
export interface ClaimPlatformFeeAccounts {
  readonly platform_fee_wallet: Address
  readonly pool_state: Address
  readonly platform_config: Address
  readonly quote_vault: Address
  readonly recipient_token_account: Address
  readonly quote_mint: Address
  readonly token_program: Address
}

/** Pays a platform the fees of an old pool. Its fee wallet signs. */
export function encodeClaimPlatformFee(a: ClaimPlatformFeeAccounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.platform_fee_wallet),
      readonly(authority),
      writable(a.pool_state),
      readonly(a.platform_config),
      writable(a.quote_vault),
      writable(a.recipient_token_account),
      readonly(a.quote_mint),
      readonly(a.token_program),
      readonly(systemProgram),
      readonly(associatedTokenProgram),
    ],
    data: claimPlatformFeeLayout.encode({}),
  }
}
