import { type Address, systemProgram } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/compiledMessage'

const transfer = 2

/**
 * Returns the lamports that the fee payer transfers to `feeWallet` with the transaction's own instructions. Transfers
 * by programs do not count.
 */
export function feePaid(instructions: readonly CompiledInstruction[], payer: Address, feeWallet: Address): bigint {
  let paid = 0n
  for (const { program, accounts, data } of instructions) {
    const [from, to] = accounts
    if (program !== systemProgram || from !== payer || to !== feeWallet || from === to || data.length !== 12) continue
    const view = new DataView(data.buffer, data.byteOffset)
    if (view.getUint32(0, true) === transfer) paid += view.getBigUint64(4, true)
  }
  return paid
}
