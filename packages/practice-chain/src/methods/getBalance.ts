import { type Method, withContext } from './method.ts'
import { readAddress, readOptions } from './params.ts'
import { viewOf } from './view.ts'

/** Returns the lamports; 0 for an account that does not exist. */
export const getBalance: Method = ({ bank }, [address, config]) => {
  const options = readOptions(config, 'RpcContextConfig')
  const asked = readAddress(address)
  const view = viewOf(bank, options)
  return withContext(view.slot, view.account(asked)?.lamports ?? 0n)
}
