import type { Address } from '@tern/core'
import type { TransactionRecord } from '../bank/bank.ts'
import type { Method } from './method.ts'
import { invalidParams, readAddress, readArray } from './params.ts'

const mostAddresses = 128
const slotsKept = 150n

/**
 * What was paid for a compute unit, in micro-lamports, in each of the last 150 blocks: the least that landed, of those that
 * locked the given accounts for writing. 0 for a block in which nobody did.
 */
export const getRecentPrioritizationFees: Method = ({ bank }, [addresses]) => {
  const asked = readArray(addresses ?? [], 'an array of addresses')
  if (asked.length > mostAddresses) throw invalidParams(`Too many inputs provided; max ${mostAddresses}`)
  const locked = asked.map(readAddress)
  const fees: { slot: bigint; prioritizationFee: bigint }[] = []
  const newest = bank.slot()
  for (let slot = newest > slotsKept ? newest - slotsKept : 0n; slot < newest; slot++) {
    const block = bank.block(slot)
    if (block !== null) fees.push({ slot, prioritizationFee: leastPrice(block.transactions, locked) })
  }
  return fees
}

/** A transaction must lock all of them, so the dearest of the accounts decides. */
function leastPrice(transactions: readonly TransactionRecord[], locked: readonly Address[]): bigint {
  if (locked.length === 0) return least(transactions)
  let dearest = 0n
  for (const address of locked) {
    const price = least(transactions.filter(({ accounts, writable }) => writable.some(i => accounts[i] === address)))
    if (price > dearest) dearest = price
  }
  return dearest
}

function least(transactions: readonly TransactionRecord[]): bigint {
  return (
    transactions.reduce<bigint | undefined>(
      (found, { computeUnitPrice }) => (found === undefined || computeUnitPrice < found ? computeUnitPrice : found),
      undefined,
    ) ?? 0n
  )
}
