import type { Address } from '@tern/core'
import { instructionData } from './instructionData.ts'
import { type AddressedInstruction, type InstructionShape, type ParsedInstruction, shaped } from './instructionShape.ts'

const table = ['lookupTableAccount', 'lookupTableAuthority']

/**
 * Parses an instruction of the address lookup table program.
 * @see Agave's `transaction-status/src/parse_address_lookup_table.rs`
 */
export function parseLookupTable({ accounts, data }: AddressedInstruction): ParsedInstruction | undefined {
  const shape = shapeOf(data, accounts.length)
  return shape === undefined ? undefined : shaped(accounts, shape)
}

function shapeOf(data: Uint8Array, accounts: number): InstructionShape | undefined {
  const next = instructionData(data)
  switch (next.u32()) {
    case 0: {
      const info = { recentSlot: next.u64(), bumpSeed: next.u8() }
      if (!next.isWhole()) return undefined
      return { type: 'createLookupTable', accounts: [...table, 'payerAccount', 'systemProgram'], info }
    }
    case 1:
      return { type: 'freezeLookupTable', accounts: table }
    case 2: {
      const newAddresses: Address[] = []
      for (let left = next.u64(); left > 0n && next.isWhole(); left--) newAddresses.push(next.address())
      if (!next.isWhole()) return undefined
      const paid = accounts >= 4 ? ['payerAccount', 'systemProgram'] : []
      return { type: 'extendLookupTable', accounts: [...table, ...paid], info: { newAddresses } }
    }
    case 3:
      return { type: 'deactivateLookupTable', accounts: table }
    case 4:
      return { type: 'closeLookupTable', accounts: [...table, 'recipient'] }
    default:
      return undefined
  }
}
