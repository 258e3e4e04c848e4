import type { Instruction } from '@solana/kit'
import { readEffects } from '@tern/venues/internal/effects'

/**
 * Returns the max costs of the instruction that creates a pool, and the accounts that may sign it. No byte states the costs: a
 * signer counts the constant bounds of the effect.
 */
export function creationBounds(instructions: readonly Instruction[]) {
  const [created] = instructions.flatMap(({ programAddress: program, accounts = [], data = [] }) => {
    const named = accounts.map(({ address }) => address)
    const read = readEffects({ program, accounts: named, data: Uint8Array.from(data) })
    return read?.kind === 'create' ? [read] : []
  })
  const maxRent = created?.opens.reduce((sum, one) => sum + one.maxRent, 0n) ?? -1n
  return { maxRent, programFee: created?.programFee, signs: created?.signs }
}
