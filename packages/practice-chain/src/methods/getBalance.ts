import { type Method, withContext } from './method.ts'
import { readAddress, readOptions } from './params.ts'
import { viewOf } from './view.ts'

/** Lamports; 0 for an account that is not there. */
export const getBalance: Method = ({ bank }, [address, config]) => {
  const options = readOptions(config, 'RpcContextConfig')
  const asked = readAddress(address)
  const view = viewOf(bank, options)
  return withContext(view.slot, view.account(asked)?.lamports ?? 0n)
}
