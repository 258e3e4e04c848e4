import type { Instruction } from '@solana/kit'
import { type Address, systemProgram } from '@tern/core'
import { address, struct, u32, u64 } from '@tern/core/internal'
import { AccountRole } from './accountRole.ts'

const transferLayout = struct('Transfer', 12, { instruction: u32, lamports: u64 })

/**
 * Moves lamports.
 *
 * @param named further accounts to name as read-only. The transfer does not use these accounts.
 * @see `SystemInstruction::Transfer`
 * @example
 * transferInstruction(from, to, 1_000n).data // Uint8Array [2, 0, 0, 0, 232, 3, 0, 0, 0, 0, 0, 0]
 */
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
  /** Base of the address. It signs. */
  readonly base: Address
  readonly address: Address
  /** At most 32 bytes of ASCII. */
  readonly seed: string
  readonly space: bigint
  readonly owner: Address
}

/**
 * Opens the account at `base` + `seed` + `owner`. The base pays. Fails if the address holds lamports already.
 *
 * @see `SystemInstruction::CreateAccountWithSeed`
 * @example
 * createAccountWithSeedInstruction({ base, address, seed, lamports, space: 165n, owner: tokenProgram }).data?.[0] // 3
 */
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

/**
 * Allocates space for the account at `base` + `seed` + `owner` and assigns its owner, even if it already holds lamports.
 *
 * @see `SystemInstruction::AllocateWithSeed`
 */
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

/** Encodes the data in bincode: instruction number, base, seed with its length, `put`, space and owner. */
function seededData(instruction: number, account: SeededAccount, put: Iterable<number>): Uint8Array {
  const seed = new TextEncoder().encode(account.seed)
  const named = seedLayout.encode({ instruction, base: account.base, seedLength: BigInt(seed.length) })
  return Uint8Array.of(...named, ...seed, ...put, ...roomLayout.encode(account))
}
