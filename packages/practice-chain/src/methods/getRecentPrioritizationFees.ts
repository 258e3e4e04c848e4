import type { Address } from '@tern/core'
import type { TransactionRecord } from '../bank/bank.ts'
import type { Method } from './method.ts'
import { readAddress, readStrings } from './params.ts'

const maxAddresses = 128
const blocksKept = 150

/**
 * Returns the priority fee of each of the last 150 blocks, in micro-lamports per compute unit.
 * It is the lowest price that landed in the block.
 * If transactions that locked a given account for writing paid a higher lowest price, it is that price.
 * An empty block counts as 0.
 * @see `PrioritizationFeeCache`
 */
export const getRecentPrioritizationFees: Method = ({ bank }, [addresses]) => {
  const locked = readStrings(addresses ?? [], maxAddresses, readAddress)
  const newest = bank.slot('confirmed')
  return bank
    .blocks(newest - BigInt(4 * blocksKept), newest)
    .slice(-blocksKept)
    .map(slot => ({ prioritizationFee: minPrice(bank.transactionsIn(slot), locked), slot }))
}

/** A transaction must lock all accounts, so the most expensive account decides. */
function minPrice(transactions: readonly TransactionRecord[], locked: readonly Address[]): bigint {
  let dearest = min(transactions)
  for (const address of locked) {
    const price = min(transactions.filter(({ accounts, writable }) => writable.some(i => accounts[i] === address)))
    if (price > dearest) dearest = price
  }
  return dearest
}

function min(transactions: readonly TransactionRecord[]): bigint {
  return (
    transactions.reduce<bigint | undefined>(
      (found, { computeUnitPrice }) => (found === undefined || computeUnitPrice < found ? computeUnitPrice : found),
      undefined,
    ) ?? 0n
  )
}
