import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram, tokenProgram } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable, writableSigner } from '../accountMeta.ts'
import { borsh, text } from '../borsh.ts'
import { configAddress, program } from './addresses.ts'

/** `migrateFunds`: takes the lamports and the unsold tokens out of a complete curve. */
export const migrateFundsLayout = struct(
  'migrate_funds',
  8,
  {},
  { discriminator: [0x2a, 0xe5, 0x0a, 0xe7, 0xbd, 0x3e, 0xc1, 0xae] },
)

/** `MigrationEvent`. */
export const migrationEventLayout = borsh(
  'MigrationEvent',
  { tokens_migrated: u64, tokens_burned: u64, collateral_migrated: u64, fee: u64, label: text },
  { discriminator: [0xff, 0xca, 0x4c, 0x93, 0x5b, 0xe7, 0x49, 0x16] },
)

/** The accounts of `migrateFunds`, by the program's names. Constant accounts are left out. */
export interface MigrateFundsAccounts {
  readonly backend_authority: Address
  readonly migration_authority: Address
  readonly curve_account: Address
  readonly curve_token_account: Address
  readonly migration_authority_token_account: Address
  readonly mint: Address
  readonly dex_fee_account: Address
  readonly helio_fee_account: Address
}

/** Gives a complete curve's funds to the migration authority, which makes a pool of them. */
export function encodeMigrateFunds(a: MigrateFundsAccounts): Instruction {
  return {
    programAddress: program,
    accounts: [
      signer(a.backend_authority),
      writableSigner(a.migration_authority),
      writable(a.curve_account),
      writable(a.curve_token_account),
      writable(a.migration_authority_token_account),
      writable(a.mint),
      writable(a.dex_fee_account),
      writable(a.helio_fee_account),
      ...[configAddress, systemProgram, tokenProgram, associatedTokenProgram].map(readonly),
    ],
    data: migrateFundsLayout.encode({}),
  }
}
