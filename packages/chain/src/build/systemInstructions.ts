import type { Instruction } from '@solana/kit'
import { type Address, addressBytes, struct, systemProgram, u32, u64 } from '@tern/core'
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

interface NewAccount {
  /** Pays, signs and is the base of the address. */
  readonly base: Address
  readonly address: Address
  /** At most 32 bytes of ASCII. */
  readonly seed: string
  readonly lamports: bigint
  readonly space: bigint
  readonly owner: Address
}

/** Opens the account at `base` + `seed` + `owner` (`SystemInstruction::CreateAccountWithSeed`). */
export function createAccountWithSeedInstruction(account: NewAccount): Instruction {
  const seed = new TextEncoder().encode(account.seed)
  const data = new Uint8Array(4 + 32 + 8 + seed.length + 8 + 8 + 32)
  const view = new DataView(data.buffer)
  const lengths = 4 + 32 + 8 + seed.length
  view.setUint32(0, 3, true)
  data.set(addressBytes(account.base), 4)
  view.setBigUint64(36, BigInt(seed.length), true)
  data.set(seed, 44)
  view.setBigUint64(lengths, account.lamports, true)
  view.setBigUint64(lengths + 8, account.space, true)
  data.set(addressBytes(account.owner), lengths + 16)
  return {
    programAddress: systemProgram,
    accounts: [
      { address: account.base, role: AccountRole.WRITABLE_SIGNER },
      { address: account.address, role: AccountRole.WRITABLE },
    ],
    data,
  }
}
