import type { Method } from './method.ts'
import { readAddress, readOptions } from './params.ts'
import { readTokenAccountFilter, writeTokenAccounts } from './tokenAccounts.ts'
import { viewOf } from './view.ts'

/** Returns the token accounts of a wallet, of a mint or of a token program. */
export const getTokenAccountsByOwner: Method = ({ bank }, [wallet, filter, config]) => {
  const options = readOptions(config, 'RpcAccountInfoConfig')
  const owner = readAddress(wallet)
  const wanted = readTokenAccountFilter(filter)
  const view = viewOf(bank, options)
  return writeTokenAccounts(view, view.tokenAccountsByOwner(owner), { filter: wanted, options })
}
