import type { Address } from '@tern/core'
import type { TransactionRecord } from '../bank/bank.ts'
import type { Method } from './method.ts'
import { readAddress, readStrings } from './params.ts'

const mostAddresses = 128
const blocksKept = 150

/**
 * What was paid for a compute unit, in micro-lamports, in each of the last 150 blocks: the least that landed, or, where
 * that was more, the least among those that locked one of the given accounts for writing (`PrioritizationFeeCache`).
 * 0 for a block in which nobody paid.
 */
export const getRecentPrioritizationFees: Method = ({ bank }, [addresses]) => {
  const locked = readStrings(addresses ?? [], mostAddresses, readAddress)
  const newest = bank.slot('confirmed')
  return bank
    .blocks(newest - BigInt(4 * blocksKept), newest)
    .slice(-blocksKept)
    .map(slot => ({ prioritizationFee: leastPrice(bank.transactionsIn(slot), locked), slot }))
}

/** A transaction must lock all of them, so the dearest of the accounts decides. */
function leastPrice(transactions: readonly TransactionRecord[], locked: readonly Address[]): bigint {
  let dearest = least(transactions)
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
