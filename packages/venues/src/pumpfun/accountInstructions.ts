import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram } from '@tern/core'
import { struct } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { eventAuthority, globalVolumeAccumulatorAddress, program } from './addresses.ts'

/** `init_user_volume_accumulator`. */
export const initUserVolumeAccumulatorLayout = struct(
  'init_user_volume_accumulator',
  8,
  {},
  { discriminator: [0x5e, 0x06, 0xca, 0x73, 0xff, 0x60, 0xe8, 0xb7] },
)

/** `close_user_volume_accumulator`. */
export const closeUserVolumeAccumulatorLayout = struct(
  'close_user_volume_accumulator',
  8,
  {},
  { discriminator: [0xf9, 0x45, 0xa4, 0xda, 0x96, 0x67, 0x54, 0x8a] },
)

/** `sync_user_volume_accumulator`. */
export const syncUserVolumeAccumulatorLayout = struct(
  'sync_user_volume_accumulator',
  8,
  {},
  { discriminator: [0x56, 0x1f, 0xc0, 0x57, 0xa3, 0x57, 0x4f, 0xee] },
)

/** `extend_account`. */
export const extendAccountLayout = struct(
  'extend_account',
  8,
  {},
  { discriminator: [0xea, 0x66, 0xc2, 0xcb, 0x96, 0x48, 0x3e, 0xe5] },
)

/** `collect_creator_fee`. */
export const collectCreatorFeeLayout = struct(
  'collect_creator_fee',
  8,
  {},
  { discriminator: [0x14, 0x16, 0x56, 0x7b, 0xc6, 0x1c, 0xdb, 0x84] },
)

/** `collect_creator_fee_v2`. */
export const collectCreatorFeeV2Layout = struct(
  'collect_creator_fee_v2',
  8,
  {},
  { discriminator: [0xcf, 0x11, 0x8a, 0xf2, 0x04, 0x22, 0x13, 0x38] },
)

/** `claim_cashback`. */
export const claimCashbackLayout = struct(
  'claim_cashback',
  8,
  {},
  { discriminator: [0x25, 0x3a, 0x23, 0x7e, 0xbe, 0x35, 0xe4, 0xc5] },
)

/** `claim_cashback_v2`. */
export const claimCashbackV2Layout = struct(
  'claim_cashback_v2',
  8,
  {},
  { discriminator: [0x7a, 0xf3, 0xcc, 0x41, 0x5e, 0x74, 0x1d, 0x37] },
)

/** Opens a trader's accumulator. `payer` pays the rent. A first buy opens it by itself. */
export function encodeInitUserVolumeAccumulator(payer: Address, user: Address, accumulator: Address): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(payer),
      readonly(user),
      writable(accumulator),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: initUserVolumeAccumulatorLayout.encode({}),
  }
}

/** Closes a trader's accumulator and gives the rent back to the trader. */
export function encodeCloseUserVolumeAccumulator(user: Address, accumulator: Address): Instruction {
  return {
    programAddress: program,
    accounts: [writableSigner(user), writable(accumulator), readonly(eventAuthority), readonly(program)],
    data: closeUserVolumeAccumulatorLayout.encode({}),
  }
}

/** Credits the rewards of past days. Anyone may send it. */
export function encodeSyncUserVolumeAccumulator(user: Address, accumulator: Address): Instruction {
  return {
    programAddress: program,
    accounts: [
      readonly(user),
      readonly(globalVolumeAccumulatorAddress),
      writable(accumulator),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: syncUserVolumeAccumulatorLayout.encode({}),
  }
}

/** Grows an account of the program to its newest size. Anyone may send it, as `user`, who pays the rent. */
export function encodeExtendAccount(account: Address, user: Address): Instruction {
  return {
    programAddress: program,
    accounts: [
      writable(account),
      writableSigner(user),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: extendAccountLayout.encode({}),
  }
}

/** Pays a creator the unclaimed fees of its coins in lamports. Anyone may send it. */
export function encodeCollectCreatorFee(creator: Address, creatorVault: Address): Instruction {
  return {
    programAddress: program,
    accounts: [
      writable(creator),
      writable(creatorVault),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: collectCreatorFeeLayout.encode({}),
  }
}

/** The accounts of `collect_creator_fee_v2`, in its order. */
export interface CollectCreatorFeeV2Accounts {
  readonly creator: Address
  readonly creator_token_account: Address
  readonly creator_vault: Address
  readonly creator_vault_token_account: Address
  readonly quote_mint: Address
  readonly quote_token_program: Address
}

/** Pays a creator the unclaimed fees of its coins in a quote mint. Anyone may send it. */
export function encodeCollectCreatorFeeV2(a: CollectCreatorFeeV2Accounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      writable(a.creator),
      writable(a.creator_token_account),
      writable(a.creator_vault),
      writable(a.creator_vault_token_account),
      readonly(a.quote_mint),
      readonly(a.quote_token_program),
      readonly(associatedTokenProgram),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: collectCreatorFeeV2Layout.encode({}),
  }
}

/** Pays a trader the unclaimed cashback in lamports. Anyone may send it. */
export function encodeClaimCashback(user: Address, accumulator: Address): Instruction {
  return {
    programAddress: program,
    accounts: [
      writable(user),
      writable(accumulator),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: claimCashbackLayout.encode({}),
  }
}

/** The accounts of `claim_cashback_v2`, in its order. */
export interface ClaimCashbackV2Accounts {
  readonly user: Address
  readonly user_volume_accumulator: Address
  readonly quote_mint: Address
  readonly quote_token_program: Address
  readonly associated_user_volume_accumulator: Address
  readonly associated_quote_user: Address
}

/** Pays a trader the unclaimed cashback in a quote mint. Anyone may send it. */
export function encodeClaimCashbackV2(a: ClaimCashbackV2Accounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      writable(a.user),
      writable(a.user_volume_accumulator),
      readonly(a.quote_mint),
      readonly(a.quote_token_program),
      readonly(associatedTokenProgram),
      writable(a.associated_user_volume_accumulator),
      writable(a.associated_quote_user),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: claimCashbackV2Layout.encode({}),
  }
}
