import { encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { type Method, withContext } from './method.ts'
import { readAddress, readOptions, readStrings } from './params.ts'
import { viewOf } from './view.ts'

const max = 100

/** Returns up to 100 accounts at a single slot, in the requested order. */
export const getMultipleAccounts: Method = ({ bank }, [addresses, config]) => {
  const options = readOptions(config, 'RpcAccountInfoConfig')
  const format = readAccountFormat(options, 'base64')
  const asked = readStrings(addresses, max, readAddress)
  const view = viewOf(bank, options)
  const accounts = asked.map(address => {
    const account = view.account(address)
    return account && encodeAccount(address, account, { format, accounts: view })
  })
  return withContext(view.slot, accounts)
}
