import type { Instruction } from '@solana/kit'
import { type Address, addressLookupTableProgram, systemProgram } from '@tern/core'
import { addressBytes, programAddress, struct, u8, u32, u64 } from '@tern/core/internal'
import { AccountRole } from './accountRole.ts'

const createLayout = struct('CreateLookupTable', 13, { instruction: u32, recentSlot: u64, bump: u8 })
const extendLayout = struct('ExtendLookupTable', 12, { instruction: u32, length: u64 })

const accountsOf = (table: Address, authority: Address) => [
  { address: table, role: AccountRole.WRITABLE },
  { address: authority, role: AccountRole.WRITABLE_SIGNER },
  { address: authority, role: AccountRole.WRITABLE_SIGNER },
  { address: systemProgram, role: AccountRole.READONLY },
]

/**
 * Opens an empty lookup table. Its authority pays. The address follows from the authority and the slot.
 *
 * @param recentSlot any of the newest 512 slots.
 * @see `ProgramInstruction::CreateLookupTable`
 * @example
 * const { table, instruction } = await createLookupTableInstruction(authority, slot)
 * instruction.data?.length // 13
 */
export async function createLookupTableInstruction(
  authority: Address,
  recentSlot: bigint,
): Promise<{ readonly table: Address; readonly instruction: Instruction }> {
  const slot = new Uint8Array(8)
  new DataView(slot.buffer).setBigUint64(0, recentSlot, true)
  const [table, bump] = await programAddress(addressLookupTableProgram, [addressBytes(authority), slot])
  const data = createLayout.encode({ instruction: 0, recentSlot, bump })
  return {
    table,
    instruction: { programAddress: addressLookupTableProgram, accounts: accountsOf(table, authority), data },
  }
}

/**
 * Appends addresses to a lookup table. The authority pays.
 *
 * @param addresses with the table's present ones at most 256.
 * @see `ProgramInstruction::ExtendLookupTable`
 * @example
 * extendLookupTableInstruction(table, authority, [mint]).data?.length // 44
 */
export function extendLookupTableInstruction(
  table: Address,
  authority: Address,
  addresses: readonly Address[],
): Instruction {
  const header = extendLayout.encode({ instruction: 2, length: BigInt(addresses.length) })
  const data = Uint8Array.from([...header, ...addresses.flatMap(one => [...addressBytes(one)])])
  return { programAddress: addressLookupTableProgram, accounts: accountsOf(table, authority), data }
}
