import { encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { type Method, withContext } from './method.ts'
import { readAddress, readOptions } from './params.ts'
import { viewOf } from './view.ts'

/** Returns an account, or null. */
export const getAccountInfo: Method = ({ bank }, [address, config]) => {
  const options = readOptions(config, 'RpcAccountInfoConfig')
  const format = readAccountFormat(options)
  const asked = readAddress(address)
  const view = viewOf(bank, options)
  const account = view.account(asked)
  return withContext(view.slot, account && encodeAccount(asked, account, { format, accounts: view }))
}
