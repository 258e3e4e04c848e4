import type { Instruction } from '@solana/kit'
import {
  type Address,
  addressBytes,
  associatedTokenProgram,
  memoProgram,
  struct,
  systemProgram,
  token2022Program,
  u8,
  u64,
} from '@tern/core'
import { AccountRole } from './accountRole.ts'

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

/** A token account where its owner has it by convention, and who pays to open it. */
export interface AssociatedAccount {
  readonly address: Address
  readonly owner: Address
  readonly mint: Address
  readonly tokenProgram: Address
  /** Unset: the owner. */
  readonly payer?: Address
}

/** Opens an associated token account; does nothing when it is there, and fails when it is another owner's (`CreateIdempotent`). */
export function createAssociatedAccountInstruction(account: AssociatedAccount): Instruction {
  return {
    programAddress: associatedTokenProgram,
    accounts: [
      { address: account.payer ?? account.owner, role: AccountRole.WRITABLE_SIGNER },
      { address: account.address, role: AccountRole.WRITABLE },
      { address: account.owner, role: AccountRole.READONLY },
      { address: account.mint, role: AccountRole.READONLY },
      { address: systemProgram, role: AccountRole.READONLY },
      { address: account.tokenProgram, role: AccountRole.READONLY },
    ],
    data: Uint8Array.of(1),
  }
}

interface TokenTransfer {
  readonly from: Address
  readonly to: Address
  readonly mint: Address
  /** Signs for `from`. */
  readonly owner: Address
  readonly decimals: number
  /** Raw units that leave `from`. */
  readonly amount: bigint
  readonly tokenProgram: Address
  /** What Token-2022 withholds of it for the mint's transfer fee: the program refuses any other number. */
  readonly fee: bigint
}

const transferCheckedLayout = struct('TransferChecked', 10, { instruction: u8, amount: u64, decimals: u8 })
const transferWithFeeLayout = struct('TransferCheckedWithFee', 19, {
  instruction: u8,
  kind: u8,
  amount: u64,
  decimals: u8,
  fee: u64,
})

/**
 * Moves tokens (`TokenInstruction::TransferChecked`; of Token-2022 `TransferFeeInstruction::TransferCheckedWithFee`, so that
 * no more is withheld than was said).
 */
export function transferTokensInstruction(transfer: TokenTransfer): Instruction {
  const { from, to, mint, owner, decimals, amount, tokenProgram, fee } = transfer
  return {
    programAddress: tokenProgram,
    accounts: [
      { address: from, role: AccountRole.WRITABLE },
      { address: mint, role: AccountRole.READONLY },
      { address: to, role: AccountRole.WRITABLE },
      { address: owner, role: AccountRole.READONLY_SIGNER },
    ],
    data:
      tokenProgram === token2022Program
        ? transferWithFeeLayout.encode({ instruction: 26, kind: 1, amount, decimals, fee })
        : transferCheckedLayout.encode({ instruction: 12, amount, decimals }),
  }
}

/** A text in the transaction's log (version 2 of the memo program). */
export function memoInstruction(text: string): Instruction {
  return { programAddress: memoProgram, accounts: [], data: new TextEncoder().encode(text) }
}
