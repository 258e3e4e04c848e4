import type { Bank, Block, TransactionRecord } from '../bank/bank.ts'
import {
  encodeAccountKeys,
  encodeBalances,
  encodeTransaction,
  encodeVersion,
  readTransactionFormat,
  signaturesOf,
  type TransactionFormat,
} from './encodeTransaction.ts'
import { lagSlots, type Method } from './method.ts'
import { invalidParams, readConfirmedCommitment, readNumber, readOptions } from './params.ts'
import { rpcError } from './rpcError.ts'

/** A block, with as much of its transactions as `transactionDetails` asks for. */
export const getBlock: Method = ({ bank }, [slot, config]) => {
  const asked = BigInt(readNumber(slot, 'a slot'))
  const options = readOptions(typeof config === 'string' ? { encoding: config } : config)
  const format = readTransactionFormat(options)
  const commitment = readConfirmedCommitment(options)
  if (asked + lagSlots(commitment) > bank.slot()) throw notAvailable(asked)
  const block = requireBlock(bank, asked)
  return {
    blockHeight: block.blockHeight,
    blockTime: block.blockTimeSeconds,
    blockhash: block.blockhash,
    parentSlot: block.parentSlot,
    previousBlockhash: block.previousBlockhash,
    ...(options.rewards === false ? {} : { rewards: [] }),
    ...encodeTransactions(block, options.transactionDetails ?? 'full', format),
  }
}

function encodeTransactions({ transactions }: Block, details: unknown, format: TransactionFormat) {
  switch (details) {
    case 'full':
      return { transactions: transactions.map(record => encodeTransaction(record, format)) }
    case 'accounts':
      return { transactions: transactions.map(record => encodeAccounts(record, format)) }
    case 'signatures':
      return { signatures: transactions.map(({ signature }) => signature) }
    case 'none':
      return {}
    default:
      throw invalidParams(`Invalid params: unknown transactionDetails \`${String(details)}\`.`)
  }
}

const encodeAccounts = (record: TransactionRecord, format: TransactionFormat) => ({
  meta: encodeBalances(record),
  transaction: { accountKeys: encodeAccountKeys(record), signatures: signaturesOf(record) },
  ...encodeVersion(record, format),
})

const notAvailable = (slot: bigint) => rpcError('blockNotAvailable', `Block not available for slot ${slot}`)

/** The block of a slot that is over. @throws TernError `practice/refused` when it is still to come or no longer kept. */
export function requireBlock(bank: Bank, slot: bigint): Block {
  const block = bank.block(slot)
  if (block !== null) return block
  const first = bank.firstAvailableBlock()
  if (slot < first)
    throw rpcError(
      'blockCleanedUp',
      `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
    )
  throw notAvailable(slot)
}
