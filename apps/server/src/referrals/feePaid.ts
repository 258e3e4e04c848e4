import { type Address, systemProgram } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/internal'
import { readEffects } from '@tern/venues/internal/effects'

/**
 * Returns the lamports that the fee payer transfers to `feeWallet` with the transaction's own instructions. Transfers
 * by programs do not count.
 */
export function feePaid(instructions: readonly CompiledInstruction[], payer: Address, feeWallet: Address): bigint {
  let paid = 0n
  if (payer === feeWallet) return paid
  for (const instruction of instructions) {
    const read = instruction.program === systemProgram ? readEffects(instruction) : undefined
    const [take, bring] = [read?.takes[0], read?.brings[0]]
    if (read?.kind === 'transfer' && take?.account === payer && bring?.account === feeWallet) paid += bring.min
  }
  return paid
}
