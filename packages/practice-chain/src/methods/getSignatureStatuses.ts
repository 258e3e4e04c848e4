import { type Method, withContext } from './method.ts'
import { readFlag, readOptions, readSignature, readStrings } from './params.ts'

const most = 256
/** How long a node remembers without searching its history. */
const recentSlots = 150n

/** What became of each transaction; null for one that this node has not seen. */
export const getSignatureStatuses: Method = ({ bank }, [signatures, config]) => {
  const options = readOptions(config, 'RpcSignatureStatusConfig')
  const isHistorySearched = readFlag(options.searchTransactionHistory)
  const asked = readStrings(signatures, most, readSignature)
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
