import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { readAddress, readCommitment, readOptions } from './params.ts'

/** Lamports; 0 for an account that is not there. */
export const getBalance: Method = ({ bank }, [address, config]) => {
  const asked = readAddress(address)
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  return withContext(bank, bank.account(asked)?.lamports ?? 0n)
}
