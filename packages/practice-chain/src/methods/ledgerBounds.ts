import type { Method } from './method.ts'
import { readU64 } from './params.ts'
import { rpcError } from './rpcError.ts'

/** Returns the oldest slot whose block is still kept. */
export const getFirstAvailableBlock: Method = ({ bank }) => bank.firstAvailableBlock()

/** Returns the same: no older data is kept in another form. */
export const minimumLedgerSlot: Method = ({ bank }) => bank.firstAvailableBlock()

/** Returns the newest slot that this node has sent on: the current slot, because it leads all slots. */
export const getMaxRetransmitSlot: Method = ({ bank }) => bank.slot()

/** Returns the newest slot that this node has data of. */
export const getMaxShredInsertSlot: Method = ({ bank }) => bank.slot()

/** This chain's snapshots are not archives that another validator could start from. */
export const getHighestSnapshotSlot: Method = () => {
  throw rpcError('noSnapshot', 'No snapshot')
}

/** Returns no stake, because the chain has neither stake nor votes. */
export const getBlockCommitment: Method = (_, [slot]) => {
  readU64(slot)
  return { commitment: null, totalStake: 0 }
}
