import { AccountRole, type Instruction } from '@solana/kit'
import { type Address, addressBytes, associatedTokenProgram, systemProgram } from '@tern/core'

/** Makes a new account of a token program hold `mint` for `owner` (`TokenInstruction::InitializeAccount3`). */
export function initializeAccountInstruction(
  account: Address,
  mint: Address,
  owner: Address,
  tokenProgram: Address,
): Instruction {
  return {
    programAddress: tokenProgram,
    accounts: [
      { address: account, role: AccountRole.WRITABLE },
      { address: mint, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([18, ...addressBytes(owner)]),
  }
}

/** Closes a token account of `owner`; all its lamports, wrapped ones too, go to the owner (`TokenInstruction::CloseAccount`). */
export function closeAccountInstruction(account: Address, owner: Address, tokenProgram: Address): Instruction {
  return {
    programAddress: tokenProgram,
    accounts: [
      { address: account, role: AccountRole.WRITABLE },
      { address: owner, role: AccountRole.WRITABLE },
      { address: owner, role: AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.of(9),
  }
}

/** Makes a wrapped-native account count the lamports that were sent to it (`TokenInstruction::SyncNative`). */
export function syncNativeInstruction(account: Address, tokenProgram: Address): Instruction {
  return {
    programAddress: tokenProgram,
    accounts: [{ address: account, role: AccountRole.WRITABLE }],
    data: Uint8Array.of(17),
  }
}

export interface AssociatedAccount {
  readonly address: Address
  readonly owner: Address
  readonly mint: Address
  readonly tokenProgram: Address
}

/** Opens an associated token account, paid by its owner; does nothing when it is there (`CreateIdempotent`). */
export function createAssociatedAccountInstruction(account: AssociatedAccount): Instruction {
  return {
    programAddress: associatedTokenProgram,
    accounts: [
      { address: account.owner, role: AccountRole.WRITABLE_SIGNER },
      { address: account.address, role: AccountRole.WRITABLE },
      { address: account.owner, role: AccountRole.READONLY },
      { address: account.mint, role: AccountRole.READONLY },
      { address: systemProgram, role: AccountRole.READONLY },
      { address: account.tokenProgram, role: AccountRole.READONLY },
    ],
    data: Uint8Array.of(1),
  }
}
