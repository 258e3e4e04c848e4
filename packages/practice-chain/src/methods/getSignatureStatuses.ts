import { type Method, withContext } from './method.ts'
import { invalidParams, readArray, readFlag, readOptions, readSignature } from './params.ts'

const most = 256
/** How long a node remembers without searching its history. */
const recentSlots = 150n

/** What became of each transaction; null for one that this node has not seen. */
export const getSignatureStatuses: Method = ({ bank }, [signatures, config]) => {
  const asked = readArray(signatures, 'an array of signatures')
  if (asked.length > most) throw invalidParams(`Too many inputs provided; max ${most}`)
  const isHistorySearched = readFlag(readOptions(config).searchTransactionHistory, 'searchTransactionHistory')
  const statuses = asked.map(readSignature).map(signature => {
    const status = bank.status(signature)
    if (status === null) return null
    const age = bank.slot() - status.slot
    if (age > recentSlots && !isHistorySearched) return null
    return {
      confirmationStatus: status.confirmationStatus,
      confirmations: status.confirmationStatus === 'finalized' ? null : age,
      err: status.err,
      slot: status.slot,
      status: status.err === null ? { Ok: null } : { Err: status.err },
    }
  })
  return withContext(bank, statuses)
}
