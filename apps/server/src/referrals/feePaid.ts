import { accountsNamed } from '@tern/chain'
import { type Address, decodeBase58, systemProgram } from '@tern/core'
import type { FoundTransaction } from '../indexer/transaction.ts'

const transfer = 2

/**
 * Lamports that whoever paid for a transaction transferred to `feeWallet` in it: as its own instructions say, of a transaction
 * that succeeded. What programs moved is not counted.
 */
export function feePaid(found: FoundTransaction, feeWallet: Address): bigint {
  if (found.meta.err !== null) return 0n
  const accounts = accountsNamed(found)
  let paid = 0n
  for (const { programIdIndex, accounts: positions, data } of found.transaction.message.instructions) {
    const [from, to] = positions.map(position => accounts[position])
    if (accounts[programIdIndex] !== systemProgram || from !== accounts[0] || to !== feeWallet || from === to) continue
    const bytes = decodeBase58(data)
    if (bytes.length !== 12) continue
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    if (view.getUint32(0, true) === transfer) paid += view.getBigUint64(4, true)
  }
  return paid
}
