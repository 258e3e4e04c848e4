import { type Address, systemProgram } from '@tern/core'
import { tipTaker } from '@tern/core/internal/tipAccounts'
import { readEffects } from '@tern/venues/internal/effects'
import type { TipRow } from '../data/rows.ts'
import type { transactionOf } from '../indexer/transaction.ts'

export type TakerOf = typeof tipTaker
type Instructions = NonNullable<ReturnType<typeof transactionOf>['instructions']>

/**
 * Returns the tip of `owner` to a provider, from a transaction's transfer instructions. `null` if there is no tip.
 *
 * @param takerOf names the provider that takes tips at an account.
 */
export function tipIn(instructions: Instructions, owner: Address, takerOf: TakerOf = tipTaker): TipRow | null {
  const tips = instructions.flatMap(instruction => {
    const read = instruction.program === systemProgram ? readEffects(instruction) : undefined
    const [take, bring] = [read?.takes[0], read?.brings[0]]
    const isPaid = read?.kind === 'transfer' && take?.account === owner && bring !== undefined
    const provider = isPaid ? takerOf(bring.account) : undefined
    return isPaid && provider !== undefined ? [{ provider, lamports: bring.min }] : []
  })
  const [first] = tips
  if (first === undefined) return null
  const lamports = tips.reduce((sum, tip) => (tip.provider === first.provider ? sum + tip.lamports : sum), 0n)
  return { provider: first.provider, lamports: String(lamports) }
}
