import { type Method, withContext } from './method.ts'
import { readFlag, readOptions, readSignature, readStrings } from './params.ts'

const max = 256
/** How many blocks back a node finds a transaction without searching its history. */
const recentSlots = 150n

/** Returns each transaction's status; null for a transaction unknown to this node. */
export const getSignatureStatuses: Method = ({ bank }, [signatures, config]) => {
  const options = readOptions(config, 'RpcSignatureStatusConfig')
  const isHistorySearched = readFlag(options.searchTransactionHistory)
  const asked = readStrings(signatures, max, readSignature)
  const height = bank.blockHeight()
  const statuses = asked.map(signature => {
    const status = bank.status(signature)
    if (status === null) return null
    const age = height - bank.blockHeight(status.slot)
    if (age > recentSlots && !isHistorySearched) return null
    return {
      confirmationStatus: status.confirmationStatus,
      confirmations: status.confirmationStatus === 'finalized' ? null : age,
      err: status.err,
      slot: status.slot,
      status: status.err === null ? { Ok: null } : { Err: status.err },
    }
  })
  return withContext(bank.slot(), statuses)
}
