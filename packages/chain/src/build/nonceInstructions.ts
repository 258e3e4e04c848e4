import type { Instruction } from '@solana/kit'
import {
  type Address,
  address,
  nonceAccountAddress,
  nonceAccountLayout,
  nonceAccountSeed,
  recentBlockhashesSysvar,
  rentSysvar,
  struct,
  systemProgram,
  u32,
  u64,
} from '@tern/core'
import { AccountRole } from './accountRole.ts'
import { allocateWithSeedInstruction, transferInstruction } from './systemInstructions.ts'

/** What a nonce account is opened with, in lamports: a little more than its rent of 1,447,680, all of which comes back. */
export const nonceAccountLamports = 1_500_000n

const advanceLayout = struct('AdvanceNonceAccount', 4, { instruction: u32 })
const withdrawLayout = struct('WithdrawNonceAccount', 12, { instruction: u32, lamports: u64 })
const initializeLayout = struct('InitializeNonceAccount', 36, { instruction: u32, authority: address })

const readonly = (account: Address) => ({ address: account, role: AccountRole.READONLY })

/**
 * Opens a wallet's nonce account with `nonceAccountLamports`; only the wallet may use it (`SystemInstruction::InitializeNonceAccount`).
 * Not by `CreateAccountWithSeed`, which fails for good once somebody has sent lamports to the address.
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

/** Gives a nonce account its next value (`SystemInstruction::AdvanceNonceAccount`): first in a message that lives by it. */
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

/** Takes lamports out of a nonce account, to its authority; all of them: it is closed (`SystemInstruction::WithdrawNonceAccount`). */
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
