import { behind, checkMinContextSlot, type Method } from './method.ts'
import { readCommitment, readOptions } from './params.ts'

/** How many blocks there are. */
export const getBlockHeight: Method = ({ bank }, [config]) => {
  const options = readOptions(config)
  checkMinContextSlot(bank, options)
  return behind(bank.blockHeight(), readCommitment(options))
}
