import type { Bank } from '../bank/bank.ts'
import { type Method, slotOf, withContext } from './method.ts'
import { readOptions } from './params.ts'

/** The newest blockhash of a commitment, and the last block that may hold a transaction which names it. */
export const getLatestBlockhash: Method = ({ bank }, [config]) => {
  const slot = slotOf(bank, readOptions(config, 'RpcContextConfig'))
  return withContext(slot, blockhashAt(bank, slot))
}

/** One that no fork takes back, for who asks for a finalized one; the newest where that is no longer kept. */
function blockhashAt(bank: Bank, slot: bigint) {
  const { blockhash, lastValidBlockHeight } = bank.latestBlockhash()
  const block = slot < bank.slot('confirmed') ? bank.block(slot) : null
  if (block === null) return { blockhash, lastValidBlockHeight }
  const age = bank.blockHeight() - 1n - block.blockHeight
  return { blockhash: block.blockhash, lastValidBlockHeight: lastValidBlockHeight - age }
}
