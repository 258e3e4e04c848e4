import type { Instruction } from '@solana/kit'
import { type Address, associatedTokenProgram, memoProgram, systemProgram, token2022Program } from '@tern/core'
import { addressBytes, struct, u8, u64 } from '@tern/core/internal'
import { AccountRole } from './accountRole.ts'

/**
 * Initialises a token account for `owner` to hold `mint`.
 *
 * @see `TokenInstruction::InitializeAccount3`
 * @example
 * initializeAccountInstruction({ account, mint, owner, tokenProgram }).data?.[0] // 18
 */
export function initializeAccountInstruction({
  account,
  mint,
  owner,
  tokenProgram,
}: {
  readonly account: Address
  readonly mint: Address
  readonly owner: Address
  readonly tokenProgram: Address
}): Instruction {
  return {
    programAddress: tokenProgram,
    accounts: [
      { address: account, role: AccountRole.WRITABLE },
      { address: mint, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([18, ...addressBytes(owner)]),
  }
}

/**
 * Closes a token account. All its lamports go to the owner, including wrapped ones.
 *
 * @see `TokenInstruction::CloseAccount`
 * @example
 * closeAccountInstruction(account, owner, tokenProgram).data // Uint8Array [9]
 */
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

/**
 * Updates a wrapped-native account's balance by the lamports that were sent to it.
 *
 * @see `TokenInstruction::SyncNative`
 * @example
 * syncNativeInstruction(account, tokenProgram).data // Uint8Array [17]
 */
export function syncNativeInstruction(account: Address, tokenProgram: Address): Instruction {
  return {
    programAddress: tokenProgram,
    accounts: [{ address: account, role: AccountRole.WRITABLE }],
    data: Uint8Array.of(17),
  }
}

/** A token account at its owner's associated address. */
export interface AssociatedAccount {
  readonly address: Address
  readonly owner: Address
  readonly mint: Address
  readonly tokenProgram: Address
  /** Pays the rent. Unset: the owner. */
  readonly payer?: Address
}

/**
 * Opens an associated token account unless it exists. Fails if the account at that address has another owner.
 *
 * @see `AssociatedTokenAccountInstruction::CreateIdempotent`
 * @example
 * createAssociatedAccountInstruction({ address, owner, mint, tokenProgram }).data // Uint8Array [1]
 */
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
  /** Part of the amount that Token-2022 withholds as the mint's transfer fee. The program refuses any other number. */
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
 * Moves tokens. With Token-2022, names the withheld fee, so that a raised fee makes the transfer fail.
 *
 * @see `TokenInstruction::TransferChecked`, `TransferFeeInstruction::TransferCheckedWithFee`
 * @example
 * transferTokensInstruction({ from, to, mint, owner, decimals: 6, amount: 1_000n, tokenProgram, fee: 0n }).data?.[0] // 12
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

/**
 * Writes a text into the transaction's log (memo program, version 2).
 *
 * @example
 * memoInstruction('hi').data // Uint8Array [104, 105]
 */
export function memoInstruction(text: string): Instruction {
  return { programAddress: memoProgram, accounts: [], data: new TextEncoder().encode(text) }
}
