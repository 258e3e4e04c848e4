import type { Method } from './method.ts'
import { readU64 } from './params.ts'
import { rpcError } from './rpcError.ts'

/** The oldest slot whose block can still be asked for. */
export const getFirstAvailableBlock: Method = ({ bank }) => bank.firstAvailableBlock()

/** The same: nothing older is kept in another form. */
export const minimumLedgerSlot: Method = ({ bank }) => bank.firstAvailableBlock()

/** The newest slot that this node has passed on: it is the one that makes them. */
export const getMaxRetransmitSlot: Method = ({ bank }) => bank.slot()

/** The newest slot that this node has something of. */
export const getMaxShredInsertSlot: Method = ({ bank }) => bank.slot()

/** Snapshots of this chain are no archives that another validator could start from. */
export const getHighestSnapshotSlot: Method = () => {
  throw rpcError('noSnapshot', 'No snapshot')
}

/** How much stake has voted for a block: nobody stakes here, and nobody needs to vote. */
export const getBlockCommitment: Method = (_, [slot]) => {
  readU64(slot)
  return { commitment: null, totalStake: 0 }
}
