import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { readAddress, readCommitment, readOptions } from './params.ts'

/** Whether a transaction with this blockhash is still accepted. */
export const isBlockhashValid: Method = ({ bank }, [blockhash, config]) => {
  const asked = readAddress(blockhash)
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  return withContext(bank, bank.isBlockhashValid(asked))
}
