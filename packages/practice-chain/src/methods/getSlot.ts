import { behind, checkMinContextSlot, type Method } from './method.ts'
import { readCommitment, readOptions } from './params.ts'

/** The newest slot of a commitment. */
export const getSlot: Method = ({ bank }, [config]) => {
  const options = readOptions(config)
  checkMinContextSlot(bank, options)
  return behind(bank.slot(), readCommitment(options))
}
