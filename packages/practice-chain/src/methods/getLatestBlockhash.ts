import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { readCommitment, readOptions } from './params.ts'

/** The newest blockhash, at every commitment: no fork can take it back. */
export const getLatestBlockhash: Method = ({ bank }, [config]) => {
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const { blockhash, lastValidBlockHeight } = bank.latestBlockhash()
  return withContext(bank, { blockhash, lastValidBlockHeight })
}
