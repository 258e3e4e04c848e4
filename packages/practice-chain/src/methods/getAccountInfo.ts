import { encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { readAddress, readCommitment, readOptions } from './params.ts'

/** One account, or null. */
export const getAccountInfo: Method = ({ bank }, [address, config]) => {
  const asked = readAddress(address)
  const options = readOptions(config)
  const format = readAccountFormat(options)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const account = bank.account(asked)
  return withContext(bank, account && encodeAccount(asked, account, format, bank))
}
