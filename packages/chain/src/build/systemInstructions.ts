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
    data: seededData(3, account, account.lamports, account.space),
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
    data: seededData(9, account, account.space),
  }
}

/** In bincode: the instruction's number, base, seed with its length, amounts, owner. */
function seededData(instruction: number, { base, seed, owner }: SeededAccount, ...amounts: readonly bigint[]) {
  const text = new TextEncoder().encode(seed)
  const numbersAt = 4 + 32 + 8 + text.length
  const ownerAt = numbersAt + 8 * amounts.length
  const data = new Uint8Array(ownerAt + 32)
  const view = new DataView(data.buffer)
  view.setUint32(0, instruction, true)
  data.set(addressBytes(base), 4)
  view.setBigUint64(36, BigInt(text.length), true)
  data.set(text, 44)
  for (const [i, amount] of amounts.entries()) view.setBigUint64(numbersAt + 8 * i, amount, true)
  data.set(addressBytes(owner), ownerAt)
  return data
}
