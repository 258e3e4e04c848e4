import type { Instruction } from '@solana/kit'
import { type Address, address, struct, systemProgram, u32, u64 } from '@tern/core'
import { AccountRole } from './accountRole.ts'

const transferLayout = struct('Transfer', 12, { instruction: u32, lamports: u64 })

/** Moves lamports (`SystemInstruction::Transfer`). `named`: accounts that are only to stand in the message. */
export function transferInstruction(
  from: Address,
  to: Address,
  lamports: bigint,
  ...named: readonly Address[]
): Instruction {
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
      ...named.map(address => ({ address, role: AccountRole.READONLY })),
    ],
    data: transferLayout.encode({ instruction: 2, lamports }),
  }
}

interface SeededAccount {
  /** Signs; the base of the address. */
  readonly base: Address
  readonly address: Address
  /** At most 32 bytes of ASCII. */
  readonly seed: string
  readonly space: bigint
  readonly owner: Address
}

/** Opens the account at `base` + `seed` + `owner`, which `base` pays for (`SystemInstruction::CreateAccountWithSeed`). One that holds lamports already fails. */
export function createAccountWithSeedInstruction(account: SeededAccount & { readonly lamports: bigint }): Instruction {
  return {
    programAddress: systemProgram,
    accounts: [
      { address: account.base, role: AccountRole.WRITABLE_SIGNER },
      { address: account.address, role: AccountRole.WRITABLE },
    ],
    data: seededData(3, account, lamportsLayout.encode(account)),
  }
}

/** Gives the account at `base` + `seed` + `owner` its room and owner, whatever it holds (`SystemInstruction::AllocateWithSeed`). */
export function allocateWithSeedInstruction(account: SeededAccount): Instruction {
  return {
    programAddress: systemProgram,
    accounts: [
      { address: account.address, role: AccountRole.WRITABLE },
      { address: account.base, role: AccountRole.READONLY_SIGNER },
    ],
    data: seededData(9, account, []),
  }
}

const lamportsLayout = struct('Lamports', 8, { lamports: u64 })
const seedLayout = struct('WithSeed', 44, { instruction: u32, base: address, seedLength: u64 })
const roomLayout = struct('Room', 40, { space: u64, owner: address })

/** In bincode: the instruction's number, base, seed with its length, what is put in, room and owner. */
function seededData(instruction: number, account: SeededAccount, put: Iterable<number>): Uint8Array {
  const seed = new TextEncoder().encode(account.seed)
  const named = seedLayout.encode({ instruction, base: account.base, seedLength: BigInt(seed.length) })
  return Uint8Array.of(...named, ...seed, ...put, ...roomLayout.encode(account))
}
