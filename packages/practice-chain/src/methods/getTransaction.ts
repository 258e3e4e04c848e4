import { encodeTransaction, readTransactionFormat } from './encodeTransaction.ts'
import type { Method } from './method.ts'
import { readConfirmedCommitment, readOptions, readSignature } from './params.ts'

/** Returns a landed transaction with its results; null if it has not reached the commitment. */
export const getTransaction: Method = ({ bank }, [signature, config]) => {
  const asked = readSignature(signature)
  // Clients sent only the encoding, as a string, before the method had options.
  const options = typeof config === 'string' ? { encoding: config } : readOptions(config, 'RpcTransactionConfig')
  const format = readTransactionFormat(options)
  const newest = bank.slot(readConfirmedCommitment(options))
  const record = bank.transaction(asked)
  if (record === null || record.slot > newest) return null
  return {
    blockTime: record.blockTimeSeconds,
    slot: record.slot,
    transactionIndex: record.index,
    ...encodeTransaction(record, format),
  }
}
