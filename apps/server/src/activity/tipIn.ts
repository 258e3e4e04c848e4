import { type Address, systemProgram } from '@tern/core'
import { tipTaker } from '@tern/core/tipAccounts'
import type { TipRow } from '../data/rows.ts'
import type { transactionOf } from '../indexer/transaction.ts'

export type TakerOf = typeof tipTaker
type Instructions = NonNullable<ReturnType<typeof transactionOf>['instructions']>

/** Length of a system transfer's data: the instruction's number (4 bytes), then the lamports (8 bytes). */
const transfer = 2
const transferLength = 12

/**
 * Returns the tip of `owner` to a provider, from a transaction's transfer instructions. `null` if there is no tip.
 *
 * @param takerOf names the provider that takes tips at an account.
 */
export function tipIn(instructions: Instructions, owner: Address, takerOf: TakerOf = tipTaker): TipRow | null {
  const tips = instructions.flatMap(({ program, accounts: [from, to], data }) => {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const isTransfer =
      program === systemProgram && data.length === transferLength && view.getUint32(0, true) === transfer
    const provider = isTransfer && from === owner && to !== undefined ? takerOf(to) : undefined
    return provider === undefined ? [] : [{ provider, lamports: view.getBigUint64(4, true) }]
  })
  const [first] = tips
  if (first === undefined) return null
  const lamports = tips.reduce((sum, tip) => (tip.provider === first.provider ? sum + tip.lamports : sum), 0n)
  return { provider: first.provider, lamports: String(lamports) }
}
