import { checkMinContextSlot, type Method } from './method.ts'
import { readCommitment, readOptions } from './params.ts'

/** Where in its epoch the chain is. */
export const getEpochInfo: Method = ({ bank }, [config]) => {
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  return bank.epochInfo()
}
