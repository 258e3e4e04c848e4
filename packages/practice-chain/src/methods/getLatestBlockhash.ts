import type { Bank } from '../bank/bank.ts'
import { type Method, slotOf, withContext } from './method.ts'
import { readOptions } from './params.ts'

/** Returns the newest blockhash at a commitment, and the last height at which a transaction that names it can land. */
export const getLatestBlockhash: Method = ({ bank }, [config]) => {
  const slot = slotOf(bank, readOptions(config, 'RpcContextConfig'))
  return withContext(slot, blockhashAt(bank, slot))
}

/** For `finalized`, a blockhash that no fork can undo. If its block is no longer kept, the newest blockhash. */
function blockhashAt(bank: Bank, slot: bigint) {
  const { blockhash, lastValidBlockHeight } = bank.latestBlockhash()
  const block = slot < bank.slot('confirmed') ? bank.block(slot) : null
  if (block === null) return { blockhash, lastValidBlockHeight }
  const age = bank.blockHeight() - 1n - block.blockHeight
  return { blockhash: block.blockhash, lastValidBlockHeight: lastValidBlockHeight - age }
}
