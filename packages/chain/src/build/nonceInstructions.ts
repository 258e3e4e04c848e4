import type { Instruction } from '@solana/kit'
import { type Address, nonceAccountAddress, systemProgram } from '@tern/core'
import {
  address,
  nonceAccountLayout,
  nonceAccountSeed,
  recentBlockhashesSysvar,
  rentSysvar,
  struct,
  u32,
  u64,
} from '@tern/core/internal'
import { AccountRole } from './accountRole.ts'
import { allocateWithSeedInstruction, transferInstruction } from './systemInstructions.ts'

/** Lamports to open a nonce account with: slightly more than its rent of 1,447,680. Closing returns all of it. */
export const nonceAccountLamports = 1_500_000n

const advanceLayout = struct('AdvanceNonceAccount', 4, { instruction: u32 })
const withdrawLayout = struct('WithdrawNonceAccount', 12, { instruction: u32, lamports: u64 })
const initializeLayout = struct('InitializeNonceAccount', 36, { instruction: u32, authority: address })

const readonly = (account: Address) => ({ address: account, role: AccountRole.READONLY })

/**
 * Opens a wallet's nonce account with `nonceAccountLamports`. Only the wallet may use it.
 * Avoids `CreateAccountWithSeed`, which fails for good once anyone has sent lamports to the address.
 *
 * @param index number of the account, from 0. Its address follows from the wallet and this number.
 * @see `SystemInstruction::InitializeNonceAccount`
 * @example
 * (await openNonceInstructions(wallet, 0)).length // 3: allocate, transfer, initialise
 */
export async function openNonceInstructions(wallet: Address, index: number): Promise<readonly Instruction[]> {
  const account = await nonceAccountAddress(wallet, index)
  return [
    allocateWithSeedInstruction({
      base: wallet,
      address: account,
      seed: nonceAccountSeed(index),
      space: BigInt(nonceAccountLayout.size),
      owner: systemProgram,
    }),
    transferInstruction(wallet, account, nonceAccountLamports),
    {
      programAddress: systemProgram,
      accounts: [
        { address: account, role: AccountRole.WRITABLE },
        readonly(recentBlockhashesSysvar),
        readonly(rentSysvar),
      ],
      data: initializeLayout.encode({ instruction: 6, authority: wallet }),
    },
  ]
}

/**
 * Gives a nonce account its next value. Must be the first instruction of a message that uses the nonce.
 *
 * @see `SystemInstruction::AdvanceNonceAccount`
 * @example
 * advanceNonceInstruction(account, wallet).data // Uint8Array [4, 0, 0, 0]
 */
export function advanceNonceInstruction(account: Address, authority: Address): Instruction {
  return {
    programAddress: systemProgram,
    accounts: [
      { address: account, role: AccountRole.WRITABLE },
      readonly(recentBlockhashesSysvar),
      { address: authority, role: AccountRole.READONLY_SIGNER },
    ],
    data: advanceLayout.encode({ instruction: 4 }),
  }
}

/**
 * Withdraws lamports from a nonce account to its authority. Withdrawing the whole balance closes the account.
 *
 * @see `SystemInstruction::WithdrawNonceAccount`
 * @example
 * withdrawNonceInstruction(account, wallet, 1_500_000n).data?.[0] // 5
 */
export function withdrawNonceInstruction(account: Address, authority: Address, lamports: bigint): Instruction {
  return {
    programAddress: systemProgram,
    accounts: [
      { address: account, role: AccountRole.WRITABLE },
      { address: authority, role: AccountRole.WRITABLE },
      readonly(recentBlockhashesSysvar),
      readonly(rentSysvar),
      { address: authority, role: AccountRole.READONLY_SIGNER },
    ],
    data: withdrawLayout.encode({ instruction: 5, lamports }),
  }
}
