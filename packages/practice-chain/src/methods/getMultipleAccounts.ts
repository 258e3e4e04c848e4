import { encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { invalidParams, readAddress, readArray, readCommitment, readOptions } from './params.ts'

const most = 100

/** Up to 100 accounts as of one slot, in the order asked for. */
export const getMultipleAccounts: Method = ({ bank }, [addresses, config]) => {
  const asked = readArray(addresses, 'an array of addresses')
  if (asked.length > most) throw invalidParams(`Too many inputs provided; max ${most}`)
  const options = readOptions(config)
  const format = readAccountFormat(options, 'base64')
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const accounts = asked.map(readAddress).map(address => {
    const account = bank.account(address)
    return account && encodeAccount(address, account, format, bank)
  })
  return withContext(bank, accounts)
}
