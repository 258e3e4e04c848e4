import { encodeTransaction, readTransactionFormat } from './encodeTransaction.ts'
import type { Method } from './method.ts'
import { readConfirmedCommitment, readOptions, readSignature } from './params.ts'

/** A transaction that landed, with what it did; null for one that has not reached the commitment. */
export const getTransaction: Method = ({ bank }, [signature, config]) => {
  const asked = readSignature(signature)
  // The encoding alone, as text: what clients sent before there were options.
  const options = readOptions(typeof config === 'string' ? { encoding: config } : config)
  const format = readTransactionFormat(options)
  const commitment = readConfirmedCommitment(options)
  const status = bank.status(asked)?.confirmationStatus
  const record = bank.transaction(asked)
  if (record === null || status === 'processed' || (commitment === 'finalized' && status !== 'finalized')) return null
  return { blockTime: record.blockTimeSeconds, slot: record.slot, ...encodeTransaction(record, format) }
}
