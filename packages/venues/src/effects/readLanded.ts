import type { InstructionEffects, NamedInstruction } from './instructionEffects.ts'
import { landedRows } from './landedRows.ts'
import { readBy } from './readEffects.ts'
import { rowsIn, rowsOf } from './rows.ts'
import type { MintOf } from './rowValues.ts'

const landedRowsOf = rowsIn(landedRows)

/**
 * Reads the effects of an instruction in a landed transaction. Unlike `readEffects`, it knows instructions that no signer takes,
 * and allows more accounts and bytes, and the fewer accounts that older callers named.
 *
 * @param length `named`: does not derive addresses, which takes longer than all the rest. Then the mints of a swap that does not
 *   state its direction are `byTerms`. `atLeast`: they are `byTerms` only if no account shows the direction.
 * @param mintOf returns the mint of a token account, for instructions that name only accounts.
 */
export function readLanded(
  instruction: NamedInstruction,
  length: 'atLeast' | 'named' = 'atLeast',
  mintOf?: MintOf,
): InstructionEffects | undefined {
  const { program } = instruction
  return (
    readBy(rowsOf(program), instruction, { length, mintOf }) ??
    readBy(landedRowsOf(program), instruction, { length, mintOf })
  )
}
